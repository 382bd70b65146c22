// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// hybrid_sum: constant weights over any feature maps.
#include "hybrid/hybrids.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

GivenValue map(const std::string& name, std::int64_t m, const std::string& directions = "iid") {
  return table({name, {{"m", m}, {"directions", directions}}});
}
GivenValue taylor(std::int64_t degree) { return table({"taylor", {{"degree", degree}}}); }

std::shared_ptr<const KernelMethod> sum(std::vector<GivenValue> bases, bool shared,
                                        std::vector<GivenValue> weights = {}) {
  return built({"hybrid_sum",
                {{"bases", list(std::move(bases))},
                 {"weights", list(std::move(weights))},
                 {"shared", shared}}});
}

const KernelMethod& alone(const std::string& name, std::int64_t m) {
  return *built({name, {{"m", m}}});
}

std::vector<double> by_segments(const KernelMethod& method, const Plane& plane,
                                const Stream& stream) {
  const MappedPlane features = mapped(method, plane, stream);
  std::vector<LogNumber> estimates(plane.pairs.size());
  estimate_from_features(features.queries, features.keys, plane.pairs, estimates);
  std::vector<double> relative;
  for (std::size_t i = 0; i < estimates.size(); ++i)
    relative.push_back(estimates[i].over(plane.exact(i)));
  return relative;
}

TEST(HybridSum, IsTheWeightedSumOfItsBases) {
  const Plane plane(6, 2, 1.0, 0.7, {0.3, 1.5, 3.0});
  const Stream stream(1);
  const auto trig = relative_estimates(alone("trig", 8), plane, stream);
  const auto positive = relative_estimates(alone("positive", 5), plane, stream);
  const auto polynomial =
      relative_estimates(*built({"taylor", {{"degree", std::int64_t{3}}}}), plane, stream);
  const auto bagging = sum({map("trig", 8), map("positive", 5), taylor(3)}, true);
  const auto weighted =
      sum({map("trig", 8), map("positive", 5), taylor(3)}, true, {0.5, -0.25, 0.75});

  const auto of_bagging = relative_estimates(*bagging, plane, stream);
  const auto of_weighted = relative_estimates(*weighted, plane, stream);
  const auto features_of_bagging = by_segments(*bagging, plane, stream);
  const auto features_of_weighted = by_segments(*weighted, plane, stream);

  for (std::size_t i = 0; i < plane.pairs.size(); ++i) {
    const double mean = (trig[i] + positive[i] + polynomial[i]) / 3.0;
    const double signed_sum = 0.5 * trig[i] - 0.25 * positive[i] + 0.75 * polynomial[i];
    EXPECT_NEAR(of_bagging[i], mean, tolerance::direct_formula);
    EXPECT_NEAR(of_weighted[i], signed_sum, tolerance::direct_formula);
    EXPECT_NEAR(features_of_bagging[i], mean, tolerance::direct_formula);
    EXPECT_NEAR(features_of_weighted[i], signed_sum, tolerance::direct_formula);
  }
}

// A base that is a hybrid keeps its own weights, and its ends in estimates.
TEST(HybridSum, TakesHybridsAsBases) {
  const Plane plane(6, 2, 1.0, 1.0, {0.0, 1.5});
  const auto angular = hybrid({.m = 4, .n = 3});
  const auto trig = relative_estimates(alone("trig", 4), plane, Stream(1));
  const auto of_angular = relative_estimates(*angular, plane, Stream(1));
  const auto method = sum({table(HybridSpec{.m = 4, .n = 3}.spec()), map("trig", 4)}, true);

  const auto estimates = relative_estimates(*method, plane, Stream(1));
  const auto features = by_segments(*method, plane, Stream(1));

  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(estimates[i], 0.5 * (of_angular[i] + trig[i]), tolerance::direct_formula);
    EXPECT_NEAR(features[i], estimates[i], tolerance::direct_formula);
  }
  EXPECT_NEAR(estimates[0], 1.0, tolerance::exact_end);
  EXPECT_TRUE(std::isnan(relative_variance(*method, plane, 1)));
}

TEST(HybridSum, OfHyperbolicAndTrigIsTheConstantHybrid) {
  const Plane plane(6, 2, 1.0, 0.6, {0.3, 1.5, 3.0});
  for (const bool shared : {false, true}) {
    const auto constant = hybrid({.weight = "constant", .m = 8, .shared = shared});
    const auto bagging = sum({map("hyperbolic", 8), map("trig", 8)}, shared);

    for (std::size_t i = 0; i < plane.pairs.size(); ++i)
      EXPECT_NEAR(relative_variance(*bagging, plane, i) / relative_variance(*constant, plane, i),
                  1.0, tolerance::direct_formula);
    EXPECT_EQ(bagging->cost(6).feature_dim, constant->cost(6).feature_dim);
  }
}

// Three random bases and a polynomial; 5000 trials each way.
TEST(HybridSum, DrawsHaveTheMeanAndVarianceOfTheory) {
  const Plane plane(6, 2, 0.5, 0.3, {0.4, 1.6, 2.8});
  for (const bool shared : {false, true}) {
    const auto method = sum({map("hyperbolic", 4), map("trig", 4), map("positive", 4), taylor(1)},
                            shared, {0.4, 0.5, -0.3, 0.4});
    const auto prepared = method->prepare(plane.problem());

    const auto moments = relative_moments(*method, plane, Stream(6), 5000);

    for (std::size_t i = 0; i < moments.size(); ++i) {
      const auto theory = prepared->theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));
      ASSERT_TRUE(theory);
      const double mean = theory->mean.over(plane.exact(i));
      const double polynomial = (1.0 + plane.exact(i)) / std::exp(plane.exact(i));
      EXPECT_NEAR(mean, 0.6 + 0.4 * polynomial, tolerance::direct_formula);
      EXPECT_LT(std::abs(z_of_mean(moments[i], mean)), tolerance::standard_errors);
      EXPECT_LT(std::abs(z_of_variance(moments[i], theory->variance.over(2.0 * plane.exact(i)))),
                tolerance::standard_errors);
    }
  }
}

// The same map twice: shared it is one map, independent it has half the variance.
TEST(HybridSum, OfOneMapTwice) {
  const Plane plane(6, 2, 1.0, 0.8, {1.2});
  for (const char* directions : {"iid", "orthogonal"}) {
    const auto pair = [&](bool shared) {
      return sum({map("trig", 8, directions), map("trig", 8, directions)}, shared);
    };
    const auto once =
        built({"trig", {{"m", std::int64_t{8}}, {"directions", std::string(directions)}}});

    EXPECT_NEAR(relative_estimates(*pair(true), plane, Stream(1))[0],
                relative_estimates(*once, plane, Stream(1))[0], tolerance::direct_formula);
    EXPECT_GT(std::abs(relative_estimates(*pair(false), plane, Stream(1))[0] -
                       relative_estimates(*once, plane, Stream(1))[0]),
              1e-3);
    EXPECT_NEAR(relative_variance(*pair(false), plane), 0.5 * relative_variance(*once, plane),
                tolerance::direct_formula);
  }
}

TEST(HybridSum, FourthMomentIsThatOfIndependentAddends) {
  const Plane plane(6, 2, 1.0, 0.8, {1.2});
  const auto theory_of = [&](const KernelMethod& method) {
    return *method.prepare(plane.problem())->theory(plane.queries.row(0), plane.keys.row(0));
  };
  const Theory once = theory_of(alone("trig", 8));

  const Theory twice =
      theory_of(*sum({map("trig", 8), map("trig", 8), taylor(2)}, false, {0.25, 0.5, 0.25}));

  const double unit = 4.0 * plane.exact(0);
  const double variance = once.variance.over(2.0 * plane.exact(0));
  const double formula =
      (1.0 / 256.0 + 1.0 / 16.0) * once.fourth->over(unit) + 6.0 / 64.0 * variance * variance;
  EXPECT_TRUE(twice.fourth_is_exact);
  EXPECT_NEAR(twice.fourth->over(unit) / formula, 1.0, tolerance::direct_formula);
}

TEST(HybridSum, CovariancesBetweenUnlikeDrawsAreUnknown) {
  const Plane plane(6, 2, 1.0, 0.8, {1.2});

  EXPECT_TRUE(std::isnan(relative_variance(*sum({map("trig", 8), map("trig", 4)}, true), plane)));
  EXPECT_FALSE(std::isnan(relative_variance(*sum({map("trig", 8), map("trig", 4)}, false), plane)));
  EXPECT_FALSE(std::isnan(relative_variance(*sum({map("trig", 8), taylor(2)}, true), plane)));
}

TEST(HybridSum, ClaimsWhatAllItsBasesClaim) {
  const auto positive = sum({map("positive", 4), map("hyperbolic", 4)}, true);
  const auto negative = sum({map("positive", 4), map("hyperbolic", 4)}, true, {2.0, -1.0});
  const auto biased = sum({map("trig", 4), taylor(2)}, true);
  const auto certain = sum({taylor(2), taylor(4)}, true);

  EXPECT_TRUE(positive->claims().nonnegative);
  EXPECT_TRUE(positive->claims().exact_at_opposite);
  EXPECT_TRUE(positive->claims().unbiased);
  EXPECT_FALSE(negative->claims().nonnegative);
  EXPECT_TRUE(negative->claims().unbiased);
  EXPECT_FALSE(biased->claims().unbiased);
  EXPECT_FALSE(biased->claims().exact_at_equal);
  EXPECT_TRUE(biased->claims().random);
  EXPECT_TRUE(biased->claims().rotation_invariant);
  EXPECT_FALSE(certain->claims().random);
  EXPECT_TRUE(certain->claims().exact_at_zero);
  EXPECT_EQ(biased->cost(6).feature_dim, 8 + 28);
  EXPECT_EQ(biased->cost(6).projections_per_token, 4);
}

}  // namespace
}  // namespace kapprox
