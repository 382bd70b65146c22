// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the softmax method claims, and what it takes: sums, shifts, sizes of any range.
#include "softmax_series/series.hpp"

#include "message_of.hpp"
#include "plugins/shipped.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace kapprox {
namespace {

std::vector<double> normal_logits(Index n, double std) {
  const Matrix rows = normal_rows(1, n, std, Stream(4));
  return {rows.values().begin(), rows.values().end()};
}

TEST(SeriesSoftmax, RowsSumToOneAtEveryOrder) {
  for (const double std : {0.1, 1.0, 3.0})
    for (const Index n : {1, 2, 17, 1000})
      for (Index order = 0; order <= 64; ++order) {
        const SeriesRow row = series_row(normal_logits(n, std), order);

        double sum = 0.0;
        double size = 0.0;
        for (const double weight : row.weights) {
          sum += weight;
          size += std::abs(weight);
        }
        EXPECT_LT(std::abs(sum - 1.0), tolerance::series_row_sum * size) << n << ", " << order;
      }
}

// Logits that are multiples of 2^-20: adding 10^6 rounds nothing, so nothing may change.
TEST(SeriesSoftmax, AShiftOfAMillionChangesNoWeight) {
  for (const Index order : {0, 1, 2, 5, 12}) {
    std::vector<double> logits = normal_logits(100, 0.7);
    for (double& x : logits) x = std::round(x * 0x1p20) * 0x1p-20;
    std::vector<double> shifted = logits;
    for (double& x : shifted) x += 1e6;

    const SeriesRow here = series_row(logits, order);
    const SeriesRow there = series_row(shifted, order);

    EXPECT_EQ(here.weights, there.weights);
    EXPECT_NEAR(there.log_sum_exp - 1e6, here.log_sum_exp, 1e6 * tolerance::eps);
  }
}

TEST(SeriesSoftmax, OneLogitHasAllTheWeight) {
  for (const Index order : {0, 1, 2, 9, 64}) {
    const SeriesRow row = series_row({-3.25}, order);

    EXPECT_EQ(row.weights[0], 1.0);
    EXPECT_EQ(row.log_sum_exp, -3.25);
  }
}

TEST(SeriesSoftmax, WritesOverItsLogits) {
  std::vector<double> row = normal_logits(30, 0.5);
  const SeriesRow apart = series_row(row, 5);

  const double log_sum_exp = series_softmax(5)->weights(row, row);

  EXPECT_EQ(row, apart.weights);
  EXPECT_EQ(log_sum_exp, apart.log_sum_exp);
}

// Powers of 1e10 leave the range of double at order 31, of 4000 not even at 64.
TEST(SeriesSoftmax, LargeLogitsAreFiniteOrInfiniteButNeverNaN) {
  for (Index order = 0; order <= 64; ++order) {
    for (const double weight : series_row({-4000.0, 11.0, 4000.0}, order).weights)
      EXPECT_TRUE(std::isfinite(weight)) << order;
    for (const double weight : series_row({-1e10, 11.0, 1e10}, order).weights)
      EXPECT_FALSE(std::isnan(weight)) << order;
    EXPECT_FALSE(std::isnan(series_row({-1e10, 11.0, 1e10}, order).log_sum_exp)) << order;
  }
}

TEST(SeriesSoftmax, ClaimsWhatHolds) {
  for (const Index order : {0, 1, 2, 7}) {
    const SoftmaxClaims claims = series_softmax(order)->claims();

    EXPECT_TRUE(claims.sums_to_one);
    EXPECT_TRUE(claims.shift_invariant);
    EXPECT_TRUE(claims.equivariant);
    EXPECT_EQ(claims.nonnegative, order == 0);
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(claims.converges_below, order == 0 ? infinity : std::numbers::pi);
  }
}

TEST(SeriesSoftmax, OrdersOutOfRangeAreRefused) {
  EXPECT_THROW(series_softmax(-1), InputError);
  EXPECT_THROW(series_softmax(65), InputError);
  EXPECT_THROW(series_attention(-1), InputError);
}

// Half a gibibyte of moments: order 4 fits at d = 64, not at d = 128. A window needs no moments.
TEST(SeriesAttention, MoreMomentsThanMemoryIsForAreRefusedByTheirNumber) {
  Mask window;
  window.window = 2;
  const Head head(3, 3, 128, 64, 0.5);
  const Problem problem = head.problem();

  const std::string message =
      message_of<InputError>([&] { series_attention(4)->prepare(problem, {}); });

  EXPECT_NE(
      message.find("order 4 over 128 coordinates has D = 12082785 joint moments for each of 65 "
                   "columns"),
      std::string::npos)
      << message;
  EXPECT_NO_THROW(series_attention(4)->prepare(problem, window));
  EXPECT_NO_THROW(series_attention(3)->prepare(problem, {}));
}

TEST(SeriesAttention, ASampleOutlivesWhatPreparedIt) {
  const Head head(3, 90, 2, 2, 0.5);
  const Problem problem = head.problem();
  auto prepared = series_attention(2)->prepare(problem, keys_mask(90));
  const Matrix before = prepared->draw(Stream(1))->output().rows;
  const auto sample = prepared->draw(Stream(1));

  prepared.reset();

  EXPECT_TRUE(same_bytes(sample->output().rows, before));
}

TEST(SeriesAttention, CostCountsMonomials) {
  struct Row {
    Index dim, order, features;
  };
  for (const Row row : {Row{16, 2, 153}, Row{16, 3, 969}, Row{16, 4, 4845}, Row{64, 2, 2145},
                        Row{64, 3, 47905}, Row{64, 4, 814385}, Row{7, 0, 1}, Row{7, 1, 8}})
    EXPECT_EQ(series_attention(row.order)->cost(10, 20, row.dim, 5).feature_dim, row.features);
  EXPECT_EQ(series_attention(2)->cost(10, 20, 16, 5).multiply_adds, 30.0 * 153.0 * 7.0);
}

TEST(SeriesAttention, ClaimsWhatHolds) {
  for (const Index order : {0, 1, 2}) {
    const AttentionClaims claims = series_attention(order)->claims();

    EXPECT_FALSE(claims.random);
    EXPECT_FALSE(claims.exact);
    EXPECT_FALSE(claims.fits_data);
    EXPECT_TRUE(claims.rotation_invariant);
    EXPECT_TRUE(claims.has_weights);
    EXPECT_TRUE(claims.rows_sum_to_one);
    EXPECT_TRUE(claims.key_equivariant);
    EXPECT_TRUE(claims.causal && claims.window && claims.key_mask);
    EXPECT_EQ(claims.nonnegative, order == 0);
  }
}

}  // namespace
}  // namespace kapprox
