// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Blocks of normal keys N(μ, s² I), whose log-sum-exp has no cumulant beyond the second but those
// of a finite sample.
#include "block_sparse/blocks.hpp"
#include "stats/moments.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

constexpr double spread = 0.5;

// Keys of block i, and a query of norm 1, so that logits have variance s².
Matrix block(Index n, std::uint64_t i) {
  Matrix keys = normal_rows(n, 4, spread, Stream(11).at(i));
  for (Index t = 0; t < n; ++t) keys(t, 2) += 0.3;
  return keys;
}
const std::vector<double> query = {0.5, -0.5, 0.5, 0.5};

void expect_mean(const Moments& moments, double truth) {
  EXPECT_LT(std::abs(z_of_mean(moments, truth)), tolerance::standard_errors)
      << moments.mean << " for " << truth;
}

// E score = log n + q·μ + ½ (1 − 1/n) s²: the covariance is divided by n. 4000 blocks of 8 keys;
// n − 1 in its place would be off by 5 standard errors.
TEST(GaussianBlocks, SecondOrderHasTheExpectationOfItsFormula) {
  const std::shared_ptr<const BlockScorer> scorer = shipped_scorer({"second_order", {}});
  Moments scores;

  for (std::uint64_t i = 0; i < 4000; ++i) scores.add(score_of(*scorer, block(8, i), query));

  expect_mean(scores, std::log(8.0) + 0.15 + 0.5 * (7.0 / 8.0) * spread * spread);
}

// S_B − score is −(e^{s²} − 1 − s²)/(2n) on average, here 8e-6 beside a standard error of 7e-5; the
// first order is off by s²/2. 300 blocks of 2048 keys.
TEST(GaussianBlocks, SecondOrderIsExactInExpectation) {
  const std::shared_ptr<const BlockScorer> second = shipped_scorer({"second_order", {}});
  const std::shared_ptr<const BlockScorer> first = shipped_scorer({"mean", {}});
  const std::shared_ptr<const BlockScorer> exact = shipped_scorer({"exact", {}});
  Moments errors;
  Moments first_errors;

  for (std::uint64_t i = 0; i < 300; ++i) {
    const Matrix keys = block(2048, i);
    const double truth = score_of(*exact, keys, query);
    errors.add(score_of(*second, keys, query) - truth);
    first_errors.add(score_of(*first, keys, query) - truth);
  }

  expect_mean(errors, 0.0);
  expect_mean(first_errors, -0.5 * spread * spread);
}

}  // namespace
}  // namespace kapprox
