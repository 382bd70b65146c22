// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Distances of weights and errors of outputs by hand.
#include "study/kinds/weight_measures.hpp"
#include "study/kinds/output_errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

namespace kapprox {
namespace {

Matrix matrix(Index cols, std::initializer_list<double> values) {
  Matrix m(static_cast<Index>(values.size()) / cols, cols);
  std::copy(values.begin(), values.end(), m.values().begin());
  return m;
}

TEST(WeightMeasures, OfOneRowByHand) {
  const Matrix exact = matrix(4, {0.5, 0.25, 0.125, 0.125});
  const Matrix given = matrix(4, {0.25, 0.25, 0.25, 0.25});

  const WeightMeasures m = weight_measures(exact, given, {});

  EXPECT_DOUBLE_EQ(m.total_variation, 0.25);
  EXPECT_DOUBLE_EQ(m.kl_divergence, 0.5 * std::log(2.0) - 0.25 * std::log(2.0));
  EXPECT_DOUBLE_EQ(m.wasserstein, 0.25 + 0.25 + 0.125);
  EXPECT_DOUBLE_EQ(m.kolmogorov_smirnov, 0.25);
  EXPECT_DOUBLE_EQ(m.negative_mass, 0.0);
  EXPECT_DOUBLE_EQ(m.effective_keys, 4.0);
  EXPECT_DOUBLE_EQ(m.uniform_distance, 0.0);
}

// Clipped and divided by 1.25, the row is (0.8, 0, 0.2).
TEST(WeightMeasures, NegativeWeightsAreCountedAndClippedForDistancesOnly) {
  const Matrix exact = matrix(3, {0.5, 0.25, 0.25});
  const Matrix given = matrix(3, {1.0, -0.25, 0.25});

  const WeightMeasures m = weight_measures(exact, given, {});

  EXPECT_DOUBLE_EQ(m.negative_mass, 0.25);
  EXPECT_DOUBLE_EQ(m.total_variation, 0.5);
  EXPECT_TRUE(std::isnan(m.kl_divergence));
  EXPECT_NEAR(m.wasserstein, 0.3 + 0.05 + 0.0, 1e-15);
  EXPECT_NEAR(m.kolmogorov_smirnov, 0.3, 1e-15);
  EXPECT_DOUBLE_EQ(m.effective_keys, 1.0 / (1.0 + 0.0625 + 0.0625));
}

// Row 0 sees key 0, row 1 both; a hidden key is not looked at, and no row that sees nothing counts.
TEST(WeightMeasures, OnlyWhatARowSeesCounts) {
  const double nan = std::nan("");
  Mask causal;
  causal.causal = true;
  Mask hidden = causal;
  hidden.keys = {0, 1};

  const WeightMeasures both =
      weight_measures(matrix(2, {1.0, nan, 0.5, 0.5}), matrix(2, {1.0, nan, 1.0, 0.0}), causal);
  const WeightMeasures one =
      weight_measures(matrix(2, {nan, nan, nan, 1.0}), matrix(2, {nan, nan, nan, 1.0}), hidden);

  EXPECT_DOUBLE_EQ(both.total_variation, 0.25);
  EXPECT_DOUBLE_EQ(both.uniform_distance, 0.25);
  EXPECT_DOUBLE_EQ(one.total_variation, 0.0);
  EXPECT_DOUBLE_EQ(one.effective_keys, 1.0);
}

// Mass ½ goes from key 0 to key 3, over two keys that nobody sees.
TEST(WeightMeasures, PositionsOfHiddenKeysCountOnTheWay) {
  Mask mask;
  mask.keys = {1, 0, 0, 1};

  const WeightMeasures m =
      weight_measures(matrix(4, {1.0, 0.0, 0.0, 0.0}), matrix(4, {0.5, 0.0, 0.0, 0.5}), mask);

  EXPECT_DOUBLE_EQ(m.wasserstein, 1.5);
  EXPECT_DOUBLE_EQ(m.kolmogorov_smirnov, 0.5);
}

// As where the window of a method leaves a row none of the keys that the study's mask leaves it.
TEST(WeightMeasures, ARowWithoutWeightsHasNoEffectiveKeys) {
  const WeightMeasures m =
      weight_measures(matrix(2, {0.5, 0.5, 0.5, 0.5}), matrix(2, {0.5, 0.5, 0.0, 0.0}), {});

  EXPECT_DOUBLE_EQ(m.effective_keys, 1.0);
  EXPECT_DOUBLE_EQ(m.total_variation, 0.25);
}

TEST(OutputErrors, ByHandAndRowsOfZerosCountNowhere) {
  const Matrix exact = matrix(2, {3.0, 4.0, 0.0, 0.0, 0.0, 1.0});
  const Matrix out = matrix(2, {3.0, 5.0, 0.0, 0.0, 0.0, -1.0});

  const OutputErrors e = output_errors(out, exact);

  EXPECT_DOUBLE_EQ(e.squared, 5.0 / 26.0);
  EXPECT_DOUBLE_EQ(e.row_mean, (0.2 + 2.0) / 2.0);
  EXPECT_DOUBLE_EQ(e.row_max, 2.0);
  EXPECT_DOUBLE_EQ(e.absolute, 3.0 / 8.0);
}

}  // namespace
}  // namespace kapprox
