// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// elu1: Σ_l φ(q_l) φ(k_l), φ(u) = u + 1 above 0 and e^u below.
#include "elementwise/elementwise.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

std::shared_ptr<const FeatureMap> elu1() { return shipped_feature_map({"elu1", {}}); }

Matrix row(std::vector<double> values) {
  Matrix x(1, static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), x.values().begin());
  return x;
}

TEST(Elu1, SmallExampleByHand) {
  const Matrix query = row({2.0, -1.0, 0.0});
  const Matrix key = row({-3.0, 0.5, 4.0});

  const LogNumber estimate = estimates_of(*elu1(), query, key).front();

  const double expected = 3.0 * std::exp(-3.0) + std::exp(-1.0) * 1.5 + 1.0 * 5.0;
  EXPECT_NEAR(estimate.to_double(), expected, tolerance::closed_form * expected);
}

TEST(Elu1, TheoryIsTheEstimateWithoutVariance) {
  const Matrix queries = normal_rows(5, 16, 2.0, Stream(7).at("q"));
  const Matrix keys = normal_rows(5, 16, 2.0, Stream(7).at("k"));
  const auto map = elu1();
  const auto prepared = map->prepare({queries, keys, {}, 16});

  const std::vector<LogNumber> estimates = estimates_of(*map, queries, keys);

  for (std::size_t p = 0; p < estimates.size(); ++p) {
    const Pair pair = all_pairs(5, 5)[p];
    const auto theory = prepared->theory(queries.row(pair.query), keys.row(pair.key));
    EXPECT_NEAR(estimates[p].over(theory->mean.log_abs()), 1.0, tolerance::closed_form);
    EXPECT_EQ(theory->variance.value, 0.0);
  }
}

TEST(Elu1, IsFiniteAndPositiveForHugeInputs) {
  for (const double square : {4000.0, 1e12, 1e300}) {
    const double size = std::sqrt(square / 2.0);
    Matrix queries(2, 2);
    queries(0, 0) = queries(0, 1) = queries(1, 0) = size;
    queries(1, 1) = -size;

    for (const LogNumber& estimate : estimates_of(*elu1(), queries, queries)) {
      EXPECT_TRUE(is_finite(estimate));
      EXPECT_GT(estimate.value, 0.0);
    }
  }
}

// Both pairs have the angle 0 and the same norms.
TEST(Elu1, SeesTheCoordinatesAndSoIsNotRotationInvariant) {
  const double root = std::sqrt(0.5);

  const double along_axis = estimates_of(*elu1(), row({1.0, 0.0}), row({1.0, 0.0}))[0].to_double();
  const double between = estimates_of(*elu1(), row({root, root}), row({root, root}))[0].to_double();

  EXPECT_NEAR(along_axis, 5.0, 5.0 * tolerance::closed_form);
  EXPECT_NEAR(between, 2.0 * (1.0 + root) * (1.0 + root), 6.0 * tolerance::closed_form);
  EXPECT_FALSE(elu1()->claims().rotation_invariant);
}

TEST(Elu1, ClaimsAndCost) {
  const Claims claims = elu1()->claims();

  EXPECT_FALSE(claims.random);
  EXPECT_FALSE(claims.unbiased);
  EXPECT_TRUE(claims.nonnegative);
  EXPECT_FALSE(claims.exact_at_zero);
  EXPECT_EQ(elu1()->cost(64).feature_dim, 64);
}

}  // namespace
}  // namespace kapprox
