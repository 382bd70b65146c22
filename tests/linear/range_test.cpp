// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Long vectors in every number format: finite rows, weights that sum to 1, and a flag where no mass
// is left. Reports: facebookresearch/xformers#96 (NaN at once in half precision),
// idiap/fast-transformers#32. exp(‖q‖²/2 + ‖k‖²/2) is infinite in float32 at 400, in float64 at
// 1600.
#include "linear/linear_heads.hpp"
#include "tolerances.hpp"

#include <kapprox/storage.hpp>
#include <kapprox/vector_math.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace kapprox {
namespace {

constexpr Index d = 64;
constexpr Index n = 32;

// Values are unit vectors: output rows are the weights as the states of the format have them.
struct LongTokens {
  explicit LongTokens(double square)
      : queries(rows_of_square(n, d, square, Stream(1))),
        keys(rows_of_square(n, d, square, Stream(2))),
        values(n, n) {
    for (Index j = 0; j < n; ++j) values(j, j) = 1.0;
  }
  Problem problem() const { return {queries, keys, values, d}; }

  Matrix queries;
  Matrix keys;
  Matrix values;
};

AttentionOutput rows_in(const std::string& storage, const std::string& map,
                        const LongTokens& tokens, const Mask& mask) {
  return output_of(*shipped_linear(map_spec(map, 256), {{"storage", storage}}), tokens.problem(),
                   mask);
}

// Σ_j w_ij = 1 within a few roundings of each |w_ij|: those of positive features sum to 1.
void expect_rows_sum_to_one(const AttentionOutput& out, double per_weight) {
  for (Index i = 0; i < n; ++i) {
    double sum = 0.0;
    double size = 0.0;
    for (const double weight : out.rows.row(i)) {
      ASSERT_TRUE(std::isfinite(weight));
      sum += weight;
      size += std::abs(weight);
    }
    EXPECT_NEAR(sum, 1.0, per_weight * size) << "row " << i;
  }
}

class LongVectors : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(SquaredNorms, LongVectors, testing::Values(400.0, 1600.0, 4000.0));

TEST_P(LongVectors, RowsAreFiniteAndSumToOneInEveryFormat) {
  const LongTokens tokens(GetParam());
  for (const std::string map : {"positive", "trig"})
    for (const Mask& mask : {Mask{}, causal_mask()})
      for (const std::string& storage : storage_names()) {
        SCOPED_TRACE(testing::Message() << map << ", " << storage << ", mask " << mask.words());

        const AttentionOutput out = rows_in(storage, map, tokens, mask);

        const double last_place = 2.0 * unit_roundoff(storage_named(storage));
        const bool is_short = storage == "float16" || storage == "bfloat16";
        expect_rows_sum_to_one(out, is_short ? 4.0 * last_place : tolerance::float32_row_sum);
        for (const LogNumber& normaliser : out.normalisers) {
          EXPECT_TRUE(std::isfinite(normaliser.value));
          EXPECT_FALSE(std::isnan(normaliser.log_scale));
        }
      }
}

TEST_P(LongVectors, Float32WeightsOfPositiveFeaturesAreThoseOfFloat64) {
  const LongTokens tokens(GetParam());

  const AttentionOutput exact = rows_in("float64", "positive", tokens, {});
  const AttentionOutput single = rows_in("float32", "positive", tokens, {});

  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      EXPECT_NEAR(single.rows(i, j), exact.rows(i, j), tolerance::float32_weight);
}

// Every row has mass in every format, and the weights that the format's digits leave.
TEST_P(LongVectors, ShortFormatsKeepTheWeightsOfPositiveFeatures) {
  const LongTokens tokens(GetParam());
  const AttentionOutput exact = rows_in("float64", "positive", tokens, {});
  for (const std::string storage : {"float16", "bfloat16"}) {
    SCOPED_TRACE(storage);

    const AttentionOutput out = rows_in(storage, "positive", tokens, {});

    // Two features, an entry of the state and its normaliser are rounded once each.
    const double bound = 4.0 * unit_roundoff(storage_named(storage));
    for (Index i = 0; i < n; ++i) {
      EXPECT_EQ(out.flags[static_cast<std::size_t>(i)], RowFlag::ok);
      for (Index j = 0; j < n; ++j) EXPECT_NEAR(out.rows(i, j), exact.rows(i, j), bound);
    }
  }
}

}  // namespace
}  // namespace kapprox
