// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Heads of trained transformers: exact attention reproduces the outputs and log-sum-exps that stand
// in their files, and every method runs to its end on each.
#include "attention_methods/run.hpp"
#include "inputs/file_arrays.hpp"
#include "io/arrays.hpp"
#include "real_files.hpp"
#include "tolerances.hpp"

#include <kapprox/exact_attention.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

namespace fs = std::filesystem;

// Scaled as a study scales: evenly over queries and keys.
Head head_of(const FileArrays& file, Index number) {
  Head head(1, 1, 1, 1, 1.0);
  head.queries = file.queries(number);
  head.keys = file.keys(number);
  head.values = file.values(number);
  const double root = std::sqrt(file.logit_scale().value());
  for (Matrix* rows : {&head.queries, &head.keys})
    for (double& value : rows->values()) value *= root;
  return head;
}

void expect_references(const fs::path& path) {
  SCOPED_TRACE(path.filename().string());
  const FileArrays file(path);
  const ArrayFile raw(path);
  const Array checked = raw.read("check");
  const Array log_sums = raw.read("lse_ref");
  const Array rows = raw.read("out_ref");
  const auto checks = checked.values.size();
  const auto width = static_cast<std::size_t>(rows.shape[2]);
  const Mask mask = file.is_causal() ? causal_mask() : Mask{};
  for (Index number = 0; number < file.heads(); ++number) {
    const Head head = head_of(file, number);

    const AttentionOutput out = exact_attention(head.problem(), mask);

    for (std::size_t c = 0; c < checks; ++c) {
      const auto query = static_cast<Index>(checked.values[c]);
      const std::size_t at = static_cast<std::size_t>(number) * checks + c;
      EXPECT_NEAR(out.normalisers[static_cast<std::size_t>(query)].log_abs(), log_sums.values[at],
                  tolerance::real_log_sum_exp);
      for (std::size_t v = 0; v < width; ++v)
        EXPECT_NEAR(out.rows.row(query)[v], rows.values[at * width + v], tolerance::real_output)
            << "head " << number << ", query " << query;
    }
  }
}

TEST(RealHeads, ExactAttentionReproducesTheOutputsOfEveryFile) {
  const std::vector<fs::path> files = files_in(own_data);

  ASSERT_GE(files.size(), 6U);
  for (const fs::path& path : files) expect_references(path);
}

TEST(RealHeads, ExactAttentionReproducesTheOutputsOfExtraFiles) {
  const char* folder = extra_data();
  if (folder == nullptr) GTEST_SKIP() << "KAPPROX_EXTRA_DATA is not set";

  for (const fs::path& path : files_in(folder)) expect_references(path);
}

TEST(RealHeads, EveryMethodRunsToItsEnd) {
  for (const fs::path& path : files_in(own_data)) {
    const FileArrays file(path);
    const Mask mask = file.is_causal() ? causal_mask() : Mask{};
    for (Index number = 0; number < file.heads(); ++number) {
      const Head head = head_of(file, number);
      for (const MethodSpec& spec : every_method()) {
        if (!shipped_attention(spec)->refusal(mask).empty()) continue;
        SCOPED_TRACE(path.filename().string() + ", " + spec.method);

        const AttentionOutput out = output_of(spec, head, mask);

        EXPECT_TRUE(std::all_of(out.rows.values().begin(), out.rows.values().end(),
                                [](double value) { return std::isfinite(value); }));
        for (const RowFlag flag : out.flags) EXPECT_EQ(flag, RowFlag::ok);
      }
    }
  }
}

}  // namespace
}  // namespace kapprox
