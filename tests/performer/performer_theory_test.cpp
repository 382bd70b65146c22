// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Closed forms of performer without stabiliser: against Monte Carlo, against moments written out,
// and at norms that leave the range of double.
#include "performer/performers.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

// 4000 trials at norm 0.5; an ε of 0.3 or 1 makes every term of the variance count.
TEST(PerformerTheory, MeanAndVarianceAreThoseOfMonteCarlo) {
  for (const double epsilon : {1e-3, 0.3, 1.0}) {
    const Plane plane(6, 2, 0.5, {0.3, 1.6, 2.9});
    const auto map = performer({epsilon, "none", 5});

    expect_theory_holds(*map->prepare(plane.problem()), plane, Stream(14), 4000);
  }
}

// E (u + ε)(v + ε) = SM + 2ε + ε² and E (u + ε)²(v + ε)², from E uᵃvᵇ of two lognormal numbers.
TEST(PerformerTheory, IsTheSumOfJointMoments) {
  const double x[] = {0.4, -0.2, 0.1};
  const double y[] = {0.3, 0.5, -0.6};
  const double xx = 0.21, yy = 0.70, xy = -0.04;
  const double e = 0.2;
  const auto moment = [&](int a, int b) {
    return std::exp(0.5 * a * (a - 1) * xx + 0.5 * b * (b - 1) * yy + a * b * xy);
  };
  const double mean = moment(1, 1) + 2.0 * e + e * e;
  double second = 0.0;
  const double binomial[] = {e * e, 2.0 * e, 1.0};
  for (int a = 0; a <= 2; ++a)
    for (int b = 0; b <= 2; ++b) second += binomial[a] * binomial[b] * moment(a, b);
  const Index m = 3;

  const auto theory =
      performer({e, "none", m})->prepare({{x, 1, 3, 3}, {y, 1, 3, 3}, {}, 3})->theory(x, y);

  ASSERT_TRUE(theory);
  EXPECT_NEAR(theory->mean.to_double(), mean, tolerance::closed_form);
  EXPECT_NEAR(theory->variance.to_double(), (second - mean * mean) / m, tolerance::closed_form);
}

TEST(PerformerTheory, IsUnknownUnderAMaximumOrCoupling) {
  const Matrix rows = normal_rows(2, 4, 0.5, Stream(15));
  const auto theory = [&](const PerformerSpec& spec) {
    return performer(spec)->prepare({rows, rows, {}, 4})->theory(rows.row(0), rows.row(1));
  };

  EXPECT_FALSE(theory({1e-6, "max"}));
  EXPECT_FALSE(theory({1e-6, "none", 8, "orthogonal"}));
  EXPECT_TRUE(theory({1e-6, "none"}));
  EXPECT_TRUE(theory({0.0, "max", 8, "orthogonal"}));  // the positive map
}

TEST(PerformerTheory, AndFeaturesAreFiniteUpToASquaredNormOf4000) {
  constexpr Index d = 16;
  for (const double square : {400.0, 1600.0, 4000.0})
    for (const char* stabiliser : {"max", "none"}) {
      Matrix queries = normal_rows(4, d, std::sqrt(square / d), Stream(16));
      Matrix keys = normal_rows(4, d, std::sqrt(square / d), Stream(17));
      for (Index l = 0; l < d; ++l) keys(0, l) = queries(0, l), keys(1, l) = -queries(1, l);
      const auto map = performer({1e-6, stabiliser, 64});
      const auto prepared = map->prepare({queries, keys, {}, d});

      for (const LogNumber& estimate : estimates_of(*map, queries, keys, Stream(18))) {
        EXPECT_GT(estimate.value, 0.0);
        EXPECT_TRUE(std::isfinite(estimate.log_abs()));
      }
      for (const Pair& pair : all_pairs(4, 4)) {
        const auto theory = prepared->theory(queries.row(pair.query), keys.row(pair.key));
        if (!theory) continue;
        EXPECT_TRUE(std::isfinite(theory->mean.log_abs()));
        EXPECT_TRUE(std::isfinite(theory->variance.log_abs()));
        EXPECT_GT(theory->variance.value, 0.0);
      }
    }
}

}  // namespace
}  // namespace kapprox
