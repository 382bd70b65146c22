// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Where the series fails: beyond a spread of π it diverges, beyond small spreads it is negative.
#include "softmax_series/series.hpp"

#include "plugins/shipped.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

double log_sum_exp_error(double gap, Index order) {
  const double exact = gap / 2.0 + std::log1p(std::exp(-gap));
  return std::abs(series_row({-gap / 2.0, gap / 2.0}, order).log_sum_exp - exact);
}

TEST(SeriesDivergence, TwoLogitsFourApart) {
  EXPECT_NEAR(log_sum_exp_error(4.0, 10), 1.3, tolerance::one_decimal);
  EXPECT_NEAR(log_sum_exp_error(4.0, 20), 7.5, tolerance::one_decimal);
  EXPECT_NEAR(log_sum_exp_error(4.0, 40), 477.0, tolerance::whole_number);
}

TEST(SeriesDivergence, BeginsAtAGapOfPi) {
  EXPECT_LT(log_sum_exp_error(3.0, 64), log_sum_exp_error(3.0, 32));
  EXPECT_LT(log_sum_exp_error(3.0, 32), log_sum_exp_error(3.0, 16));
  EXPECT_GT(log_sum_exp_error(3.3, 64), log_sum_exp_error(3.3, 32));
  EXPECT_GT(log_sum_exp_error(3.3, 32), log_sum_exp_error(3.3, 16));
}

// ½ ((1 + y)² + 1 − mean y²)/n at y = −1 and mean y² = 2, 0.98: −1/6 and 1/300.
TEST(SeriesSigns, OrderTwoIsNegativeOnceTheMeanSquareExceedsOne) {
  EXPECT_NEAR(series_row({-1, 2, -1}, 2).weights[0], -1.0 / 6.0, tolerance::closed_form);
  EXPECT_NEAR(series_row({-1, 1.4, -0.2 - 0.2}, 1).weights[0], 0.0, tolerance::closed_form);

  const std::vector<double> small = {-1, 0.98, 0.98, -0.98, -0.99, 1.01};  // mean y² = 0.98
  const std::vector<double> weights = series_row(small, 2).weights;

  for (const double weight : weights) EXPECT_GT(weight, 0.0);
}

TEST(SeriesSigns, OrderOneIsNegativeBelowMinusOne) {
  const std::vector<double> weights = series_row({-1.5, 1.0, 0.5}, 1).weights;

  EXPECT_NEAR(weights[0], -0.5 / 3.0, tolerance::closed_form);
}

// The deepest weight of order 2 at normal logits of std 2 is near (1 − 4)/2/n.
TEST(SeriesSigns, DeepestWeightAtStandardDeviationTwo) {
  const Index n = 4000;
  const Matrix rows = normal_rows(1, n, 2.0, Stream(1));

  const SeriesRow row = series_row({rows.values().begin(), rows.values().end()}, 2);

  const double least = *std::min_element(row.weights.begin(), row.weights.end());
  EXPECT_NEAR(double(n) * least, -1.5, 0.15);  // 4 standard errors of half the mean square
}

}  // namespace
}  // namespace kapprox
