// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// exp over coordinates (exact) and over random directions (mean and variance).
#include "elementwise/elementwise.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace kapprox {
namespace {

TEST(Exp, WithoutDirectionsIsTheSumOfExponentialsOfCoordinates) {
  const Matrix queries = normal_rows(4, 9, 3.0, Stream(7).at("q"));
  const Matrix keys = normal_rows(4, 9, 3.0, Stream(7).at("k"));
  const auto map = shipped_exp(0);
  const auto prepared = map->prepare({queries, keys, {}, 9});

  const std::vector<LogNumber> estimates = estimates_of(*map, queries, keys);

  for (std::size_t p = 0; p < estimates.size(); ++p) {
    const Pair pair = all_pairs(4, 4)[p];
    double sum = 0.0;
    for (Index l = 0; l < 9; ++l) sum += std::exp(queries(pair.query, l) + keys(pair.key, l));
    const auto theory = prepared->theory(queries.row(pair.query), keys.row(pair.key));
    EXPECT_NEAR(estimates[p].to_double(), sum, tolerance::closed_form * sum);
    EXPECT_NEAR(theory->mean.to_double(), sum, tolerance::closed_form * sum);
    EXPECT_EQ(theory->variance.value, 0.0);
  }
}

using Config = std::tuple<std::string, Index, Index>;  // directions, d, m

class ExpProjections : public testing::TestWithParam<Config> {};

// 4000 trials at norm 0.5, in units of exp(q·k): there φ ≤ 1.
TEST_P(ExpProjections, MeanAndVarianceAreThoseOfTheory) {
  const auto [directions, d, m] = GetParam();
  const Plane plane(d, 2, 0.5, {0.3, 1.6, 2.9});
  const auto map = shipped_exp(m, directions);
  const auto prepared = map->prepare(plane.problem());

  expect_theory_holds(*prepared, plane, Stream(2026), 4000);

  for (std::size_t i = 0; i < plane.pairs.size(); ++i) {
    const auto theory = prepared->theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));
    const double mean = theory->mean.over(plane.exact(i));
    EXPECT_NEAR(mean, std::exp(0.25), tolerance::closed_form * mean);  // e^{‖q‖²/2 + ‖k‖²/2}
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ExpProjections,
                         testing::Values(Config{"iid", 8, 1}, Config{"iid", 8, 12},
                                         Config{"orthogonal", 8, 8}, Config{"orthogonal", 8, 12}));

// Absolute units: mean e^{φ/2}, variance e^φ (e^φ − 1)/m, φ = ‖q + k‖², for independent directions.
TEST(Exp, VarianceOfIndependentDirectionsIsItsClosedForm) {
  const Plane plane(8, 2, 1.5, {0.2, 1.5, 3.0});
  const Index m = 32;
  const auto map = shipped_exp(m);
  const auto prepared = map->prepare(plane.problem());

  for (std::size_t i = 0; i < plane.pairs.size(); ++i) {
    const double phi = 2.0 * 1.5 * 1.5 + 2.0 * plane.exact(i);
    const auto theory = prepared->theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));
    const double variance = std::exp(phi) * std::expm1(phi) / double(m);

    EXPECT_NEAR(theory->mean.to_double(), std::exp(phi / 2.0),
                tolerance::closed_form * std::exp(phi / 2.0));
    EXPECT_NEAR(theory->variance.to_double(), variance, tolerance::closed_form * variance);
  }
}

// The same draw, so the fourth moment too: e^{4(‖q‖²/2 + ‖k‖²/2)} times that of positive features.
TEST(Exp, LawIsThatOfPositiveFeaturesTimesPowersOfTheNorms) {
  const Plane plane(8, 2, 0.8, {0.2, 1.5, 3.0});
  const double norms = 0.8 * 0.8;
  for (const char* directions : {"iid", "orthogonal"}) {
    const auto exp = shipped_exp(12, directions);
    const auto positive = shipped_map("positive", 12, directions);
    const auto of_exp = exp->prepare(plane.problem());
    const auto of_positive = positive->prepare(plane.problem());
    for (Index i = 0; i < plane.queries.rows(); ++i) {
      const auto theory = of_exp->theory(plane.queries.row(i), plane.keys.row(i));
      const auto known = of_positive->theory(plane.queries.row(i), plane.keys.row(i));
      const auto log_ratio = [](const LogNumber& a, const LogNumber& b) {
        return a.log_abs() - b.log_abs();
      };

      EXPECT_NEAR(log_ratio(theory->mean, known->mean), norms, tolerance::closed_form);
      EXPECT_NEAR(log_ratio(theory->variance, known->variance), 2 * norms, tolerance::closed_form);
      EXPECT_NEAR(log_ratio(*theory->fourth, *known->fourth), 4 * norms, tolerance::closed_form);
      EXPECT_EQ(theory->fourth_is_exact, known->fourth_is_exact);
    }
  }
}

TEST(Exp, IsFiniteAndPositiveForHugeInputs) {
  for (const double square : {400.0, 4000.0}) {
    const Matrix queries = normal_rows(6, 64, std::sqrt(square / 64.0), Stream(7).at("q"));
    const Matrix keys = normal_rows(6, 64, std::sqrt(square / 64.0), Stream(7).at("k"));
    for (const auto& map : {shipped_exp(0), shipped_exp(256), shipped_exp(256, "orthogonal")})
      for (const LogNumber& estimate : estimates_of(*map, queries, keys)) {
        EXPECT_TRUE(is_finite(estimate));
        EXPECT_GT(estimate.value, 0.0);
      }
  }
}

TEST(Exp, ClaimsAndCost) {
  const Claims coordinates = shipped_exp(0)->claims();
  const Claims projections = shipped_exp(12)->claims();

  EXPECT_FALSE(coordinates.random);
  EXPECT_FALSE(coordinates.rotation_invariant);
  EXPECT_TRUE(projections.random);
  EXPECT_TRUE(projections.rotation_invariant);
  for (const Claims& claims : {coordinates, projections}) {
    EXPECT_FALSE(claims.unbiased);
    EXPECT_TRUE(claims.nonnegative);
    EXPECT_FALSE(claims.exact_at_opposite);
  }
  EXPECT_EQ(shipped_exp(0)->cost(64).feature_dim, 64);
  EXPECT_EQ(shipped_exp(0)->cost(64).projections_per_token, 0);
  EXPECT_EQ(shipped_exp(12)->cost(64).feature_dim, 12);
  EXPECT_EQ(shipped_exp(12)->cost(64).projections_per_token, 12);
}

TEST(Exp, TheCoordinatesAreTheDefault) {
  EXPECT_EQ(shipped_feature_map({"exp", {}})->cost(7).feature_dim, 7);
  EXPECT_THROW(shipped_exp(-1), InputError);
}

}  // namespace
}  // namespace kapprox
