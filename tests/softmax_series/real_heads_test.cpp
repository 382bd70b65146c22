// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Heads of trained transformers: the errors that docs/methods/softmax_series.md states, and no NaN.
#include "softmax_series/series.hpp"

#include "inputs/file_arrays.hpp"
#include "tolerances.hpp"

#include <kapprox/exact_attention.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

// ‖O − exact‖ / ‖exact‖ of one head, Frobenius norms, under the mask that its file names.
double relative_error(const char* name, Index number, Index order) {
  const FileArrays file(std::filesystem::path(KAPPROX_SOURCE_DIR "/data") / name);
  Head head(1, 1, 1, 1, 1.0);
  head.queries = file.queries(number);
  head.keys = file.keys(number);
  head.values = file.values(number);
  for (double& value : head.queries.values()) value *= file.logit_scale().value();
  const Mask mask = file.is_causal() ? causal_mask() : Mask{};
  const Matrix exact = exact_attention(head.problem(), mask).rows;
  const Matrix found = output_of(*series_attention(order), head, mask).rows;
  double error = 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < exact.values().size(); ++i) {
    error += std::pow(found.values()[i] - exact.values()[i], 2);
    size += std::pow(exact.values()[i], 2);
  }
  return std::sqrt(error / size);
}

TEST(SeriesRealHeads, LogitsOfStandardDeviationOne) {
  EXPECT_NEAR(relative_error("use_l1_h3_n320_d128.h5", 0, 0), 0.353, tolerance::three_decimals);
  EXPECT_NEAR(relative_error("use_l1_h3_n320_d128.h5", 0, 1), 0.164, tolerance::three_decimals);
  EXPECT_NEAR(relative_error("use_l1_h3_n320_d128.h5", 0, 2), 0.066, tolerance::three_decimals);
}

TEST(SeriesRealHeads, CausalLogitsOfStandardDeviationTwo) {
  EXPECT_NEAR(relative_error("austen_char_l1_h3_n1024_d32.h5", 0, 1), 0.903,
              tolerance::three_decimals);
  EXPECT_NEAR(relative_error("austen_char_l1_h3_n1024_d32.h5", 0, 2), 0.781,
              tolerance::three_decimals);
}

TEST(SeriesRealHeads, EveryHeadIsFinite) {
  for (const char* name : {"generated_gqa_n64_d16.h5", "use_l0_h0123_n128_d64.h5"}) {
    const FileArrays file(std::filesystem::path(KAPPROX_SOURCE_DIR "/data") / name);
    for (Index number = 0; number < file.heads(); ++number)
      EXPECT_TRUE(std::isfinite(relative_error(name, number, 2))) << name << ", head " << number;
  }
}

}  // namespace
}  // namespace kapprox
