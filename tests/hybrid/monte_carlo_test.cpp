// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Mean and variance of drawn hybrids against theory, at norms where sample variances are honest.
#include "hybrid/hybrids.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

namespace kapprox {
namespace {

using Config = std::tuple<std::string, std::string>;  // weight, directions

std::string name_of(const testing::TestParamInfo<Config>& one) {
  return std::get<0>(one.param) + "_" + std::get<1>(one.param);
}

class DrawnHybrid : public testing::TestWithParam<Config> {};

INSTANTIATE_TEST_SUITE_P(All, DrawnHybrid,
                         testing::Combine(testing::Values("constant", "angular", "gaussian",
                                                          "cosine"),
                                          testing::Values("iid", "orthogonal")),
                         name_of);

// 3000 trials, on the sphere and off it, where sharing ω takes some of the variance away. m = 6
// directions are a block of 4 and a part of one.
TEST_P(DrawnHybrid, HasTheMeanAndVarianceOfTheory) {
  const auto [weight, directions] = GetParam();
  for (const bool shared : {false, true})
    for (const double key_norm : {0.5, 0.1}) {
      const Plane plane(4, 2, 0.5, key_norm, {0.4, 1.6, 2.8});
      const auto method = hybrid({.weight = weight,
                                  .m = 6,
                                  .n = 3,
                                  .shared = shared,
                                  .width = 0.6,
                                  .directions = directions});

      const auto moments = relative_moments(*method, plane, Stream(2110), 3000);

      for (std::size_t i = 0; i < moments.size(); ++i) {
        const double variance = relative_variance(*method, plane, i);
        EXPECT_LT(std::abs(z_of_mean(moments[i], 1.0)), tolerance::standard_errors);
        EXPECT_LT(std::abs(z_of_variance(moments[i], variance)), tolerance::standard_errors);
      }
    }
}

// One direction and one τ: where sharing shows most. 40 000 trials tell both theories apart.
TEST(DrawnHybrid, TellsSharedDirectionsFromIndependentOnes) {
  const Plane plane(4, 2, 0.5, 0.0, {0.0});
  const auto shared = hybrid({.weight = "constant", .m = 1, .shared = true});
  const auto independent = hybrid({.weight = "constant", .m = 1, .shared = false});

  const Moments of_shared = relative_moments(*shared, plane, Stream(1), 40'000)[0];
  const Moments of_independent = relative_moments(*independent, plane, Stream(1), 40'000)[0];

  const double theory_shared = relative_variance(*shared, plane);
  const double theory_independent = relative_variance(*independent, plane);
  EXPECT_LT(std::abs(z_of_variance(of_shared, theory_shared)), tolerance::standard_errors);
  EXPECT_LT(std::abs(z_of_variance(of_independent, theory_independent)),
            tolerance::standard_errors);
  EXPECT_GT(std::abs(z_of_variance(of_shared, theory_independent)), 10.0);
  EXPECT_GT(std::abs(z_of_variance(of_independent, theory_shared)), 10.0);
}

// sgn(0) = 1: a zero vector is at a right angle to every other, in draws and in theory.
TEST(DrawnHybrid, TakesZeroVectors) {
  const Plane plane(4, 2, 0.0, 0.5, {0.0});
  for (const char* weight : {"angular", "cosine"}) {
    const auto method = hybrid({.weight = weight, .m = 4, .n = 3});

    const Moments moments = relative_moments(*method, plane, Stream(3), 3000)[0];

    EXPECT_LT(std::abs(z_of_mean(moments, 1.0)), tolerance::standard_errors) << weight;
    EXPECT_LT(std::abs(z_of_variance(moments, relative_variance(*method, plane))),
              tolerance::standard_errors)
        << weight;
  }
}

// Bases of different means: v (M_1 − M_2)² joins the variance. One of them reads ‖ω‖².
TEST(DrawnHybrid, TakesBiasedBasesThatReadNorms) {
  const Plane plane(4, 2, 0.5, 0.5, {0.6, 1.6});
  const HybridSpec spec = {.m = 1000, .n = 1, .shared = false, .second = "norm_weighted"};
  const auto method = hybrid(spec);
  const auto prepared = method->prepare(plane.problem());

  const auto moments = relative_moments(*method, plane, Stream(8), 2000);

  EXPECT_FALSE(method->claims().unbiased);
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const auto theory = prepared->theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));
    EXPECT_LT(std::abs(z_of_mean(moments[i], theory->mean.over(plane.exact(i)))),
              tolerance::standard_errors);
    EXPECT_LT(std::abs(z_of_variance(moments[i], theory->variance.over(2.0 * plane.exact(i)))),
              tolerance::standard_errors);
  }
}

// Norms are drawn for both where one base reads them.
TEST(DrawnHybrid, SharedDrawsServeBasesThatReadNorms) {
  const Plane plane(4, 2, 0.4, 0.4, {0.6});
  for (const bool is_first : {false, true}) {
    const HybridSpec spec = {.weight = "constant",
                             .first = is_first ? "norm_weighted" : "trig",
                             .second = is_first ? "trig" : "norm_weighted"};
    const auto trig = built({"trig", {{"m", spec.m}}});
    const auto weighted = built({"norm_weighted", {{"m", spec.m}}});

    const double found = relative_estimates(*hybrid(spec), plane, Stream(1))[0];

    EXPECT_NEAR(found,
                0.5 * (relative_estimates(*trig, plane, Stream(1))[0] +
                       relative_estimates(*weighted, plane, Stream(1))[0]),
                tolerance::direct_formula);
  }
}

// The same law in all d coordinates and in the plane of the pair.
TEST(DrawnHybrid, FullAndReducedDrawsHaveOneLaw) {
  for (const char* weight : {"angular", "gaussian", "cosine"}) {
    const auto method = hybrid({.weight = weight, .m = 4, .n = 3});
    const Plane reduced(8, 2, 0.5, 0.4, {1.2});
    const Plane full(8, 8, 0.5, 0.4, {1.2});

    const Moments in_plane = relative_moments(*method, reduced, Stream(1), 5000)[0];
    const Moments in_space = relative_moments(*method, full, Stream(2), 5000)[0];

    for (const Moments& moments : {in_plane, in_space}) {
      EXPECT_LT(std::abs(z_of_mean(moments, 1.0)), tolerance::standard_errors) << weight;
      EXPECT_LT(std::abs(z_of_variance(moments, relative_variance(*method, full))),
                tolerance::standard_errors)
          << weight;
    }
  }
}

}  // namespace
}  // namespace kapprox
