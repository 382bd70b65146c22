// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// trig, positive and hyperbolic with both laws of directions against their closed forms.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

namespace kapprox {
namespace {

using Config = std::tuple<std::string, std::string, Index, Index>;  // method, directions, d, m

class RandomFeatures : public testing::TestWithParam<Config> {};

// 4000 trials at norm 0.5: φ, ζ ≤ 1, where sample variances are honest.
TEST_P(RandomFeatures, MeanAndVarianceAreThoseOfTheory) {
  const auto [method, directions, d, m] = GetParam();
  const Plane plane(d, 2, 0.5, {0.3, 1.6, 2.9});
  const auto map = shipped_map(method, m, directions);
  const auto prepared = map->prepare(plane.problem());

  expect_theory_holds(*prepared, plane, Stream(2026), 4000);

  for (std::size_t i = 0; i < plane.pairs.size(); ++i) {
    const auto theory = prepared->theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));
    EXPECT_EQ(theory->mean.over(plane.exact(i)), 1.0);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RandomFeatures,
                         testing::Combine(testing::Values("trig", "positive", "hyperbolic"),
                                          testing::Values("iid", "orthogonal"),
                                          testing::Values<Index>(4, 16, 64),
                                          testing::Values<Index>(8, 64, 100)),
                         [](const testing::TestParamInfo<Config>& one) {
                           return std::get<0>(one.param) + "_" + std::get<1>(one.param) + "_d" +
                                  std::to_string(std::get<2>(one.param)) + "_m" +
                                  std::to_string(std::get<3>(one.param));
                         });

// Rahimi and Recht 2007; Choromanski et al. 2021, Lemma 2: relative variances of one estimate.
TEST(RandomFeatureTheory, IidVariancesAreTheLiteratureForms) {
  const Index m = 7;
  const double x[] = {0.3, -0.2, 0.5};
  const double y[] = {0.1, 0.4, -0.6};
  const double phi = 0.4 * 0.4 + 0.2 * 0.2 + 0.1 * 0.1;   // ‖x + y‖²
  const double zeta = 0.2 * 0.2 + 0.6 * 0.6 + 1.1 * 1.1;  // ‖x − y‖²
  const double dot_product = 0.03 - 0.08 - 0.30;
  const Problem problem = {{x, 1, 3, 3}, {y, 1, 3, 3}, {}, 3};
  const auto variance = [&](const char* method) {
    const auto map = shipped_map(method, m);
    return map->prepare(problem)->theory(x, y)->variance.over(2.0 * dot_product);
  };

  const double trig = variance("trig");
  const double positive = variance("positive");
  const double hyperbolic = variance("hyperbolic");

  EXPECT_NEAR(trig, (std::cosh(zeta) - 1.0) / m, tolerance::closed_form);
  EXPECT_NEAR(positive, std::expm1(phi) / m, tolerance::closed_form);
  EXPECT_NEAR(hyperbolic, (std::cosh(phi) - 1.0) / m, tolerance::closed_form);
}

TEST(RandomFeatures, ExactWhereTheClosedFormSaysSo) {
  const Stream stream(5);
  Matrix x(1, 6);
  stream.at("x").fill_normals(x);
  Matrix opposite(1, 6);
  for (Index j = 0; j < 6; ++j) opposite(0, j) = -x(0, j);
  const double square = dot(x.row(0), x.row(0));
  LogNumber trig_at_equal;
  LogNumber positive_at_opposite;
  const Pair pair[] = {{0, 0}};

  shipped_map("trig", 5)
      ->prepare({x, x, {}, 6})
      ->draw(stream)
      ->estimate(x, x, pair, std::span(&trig_at_equal, 1));
  shipped_map("positive", 5)
      ->prepare({x, opposite, {}, 6})
      ->draw(stream)
      ->estimate(x, opposite, pair, std::span(&positive_at_opposite, 1));

  EXPECT_NEAR(trig_at_equal.over(square), 1.0, tolerance::closed_form);
  EXPECT_NEAR(positive_at_opposite.over(-square), 1.0, tolerance::closed_form);
}

TEST(RandomFeatures, DimensionsAndClaims) {
  const auto trig = shipped_map("trig", 10, "orthogonal");
  const auto positive = shipped_map("positive", 10);
  const auto hyperbolic = shipped_map("hyperbolic", 10);

  EXPECT_EQ(trig->cost(64).feature_dim, 20);
  EXPECT_EQ(positive->cost(64).feature_dim, 10);
  EXPECT_EQ(hyperbolic->cost(64).feature_dim, 20);
  EXPECT_FALSE(trig->claims().nonnegative);
  EXPECT_TRUE(positive->claims().nonnegative);
  EXPECT_TRUE(hyperbolic->claims().nonnegative);
  for (const auto& map : {trig, positive, hyperbolic}) {
    EXPECT_TRUE(map->claims().random);
    EXPECT_TRUE(map->claims().unbiased);
    EXPECT_TRUE(map->claims().rotation_invariant);
    EXPECT_EQ(map->cost(64).projections_per_token, 10);
  }
}

TEST(RandomFeatures, ParametersAreRefusedWithTheirNames) {
  for (const Index m : {Index{0}, Index{-1}, (Index{1} << 24) + 1})
    EXPECT_THROW(shipped_map("trig", m), InputError) << m;
  EXPECT_THROW(shipped_map("trig", 8, "orthonormal"), InputError);
}

}  // namespace
}  // namespace kapprox
