// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a spectrum study measures, on weights whose answers are known by hand.
#include "study/kinds/spectrum.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

Matrix constant(Index n, double value) {
  Matrix matrix(n, n);
  for (double& x : matrix.values()) x = value;
  return matrix;
}

Matrix identity(Index n) {
  Matrix matrix(n, n);
  for (Index i = 0; i < n; ++i) matrix(i, i) = 1.0;
  return matrix;
}

TEST(Spectrum, OfUniformAttentionIsOfRankOne) {
  const Spectrum found = spectrum_of(constant(16, 1.0 / 16), {});

  EXPECT_EQ(found.numerical_rank, 1.0);
  EXPECT_NEAR(found.effective_rank, 1.0, tolerance::spectrum);
  EXPECT_NEAR(found.row_entropy, std::log(16.0), tolerance::spectrum);
  EXPECT_NEAR(found.top_1, 1.0 / 16, tolerance::spectrum);
  EXPECT_NEAR(found.top_8, 0.5, tolerance::spectrum);
  EXPECT_EQ(found.sparsity, 0.0);
}

TEST(Spectrum, OfOneKeyPerQueryIsOfFullRank) {
  const Spectrum found = spectrum_of(identity(16), {});

  EXPECT_EQ(found.numerical_rank, 16.0);
  EXPECT_NEAR(found.effective_rank, 16.0, tolerance::spectrum);
  EXPECT_EQ(found.row_entropy, 0.0);
  EXPECT_EQ(found.top_1, 1.0);
  EXPECT_EQ(found.sparsity, 15.0 / 16.0);
}

// Σ σ of diag(3, 1) is 4: p = 3/4, 1/4.
TEST(Spectrum, EffectiveRankIsTheExponentialOfAnEntropy) {
  Matrix matrix(2, 2);
  matrix(0, 0) = 3.0;
  matrix(1, 1) = 1.0;

  const double entropy = -0.75 * std::log(0.75) - 0.25 * std::log(0.25);

  EXPECT_NEAR(spectrum_of(matrix, {}).effective_rank, std::exp(entropy), tolerance::spectrum);
}

TEST(Spectrum, RowsCountWhatTheyMaySee) {
  Mask causal;
  causal.causal = true;
  Matrix weights(2, 2);
  weights(0, 0) = 1.0;
  weights(1, 0) = 0.5;
  weights(1, 1) = 0.5;

  const Spectrum found = spectrum_of(weights, causal);

  EXPECT_EQ(found.numerical_rank, 2.0);
  EXPECT_NEAR(found.row_entropy, std::log(2.0) / 2.0, tolerance::spectrum);
  EXPECT_NEAR(found.top_1, 0.75, tolerance::spectrum);
  EXPECT_EQ(found.sparsity, 0.0);
}

TEST(Spectrum, ARowWithoutWeightsHasNoLargestOne) {
  Matrix weights = constant(2, 0.5);
  weights(1, 0) = weights(1, 1) = 0.0;

  const Spectrum found = spectrum_of(weights, {});

  EXPECT_EQ(found.top_1, 0.25);
  EXPECT_EQ(found.top_8, 0.5);
  EXPECT_EQ(found.sparsity, 0.5);
}

TEST(Spectrum, NegativeWeightsHaveNoEntropy) {
  Matrix weights = constant(2, 0.5);
  weights(0, 0) = 1.5;
  weights(0, 1) = -0.5;

  const Spectrum found = spectrum_of(weights, {});

  EXPECT_TRUE(std::isnan(found.row_entropy));
  EXPECT_NEAR(found.top_1, 0.5 * (0.75 + 0.5), tolerance::spectrum);
}

TEST(Spectrum, IsUndefinedWhereNobodySeesAKey) {
  Mask nothing;
  nothing.keys = {0, 0};

  EXPECT_TRUE(std::isnan(spectrum_of(Matrix(2, 2), nothing).numerical_rank));
}

}  // namespace
}  // namespace kapprox
