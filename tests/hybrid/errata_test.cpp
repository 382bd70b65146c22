// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The mistakes that are easy to make with hybrids: what each of them costs, and that the shipped
// method does not make it. Numbers as in docs/methods/hybrid.md.
#include "hybrid/hybrids.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace kapprox {
namespace {

constexpr double pi = std::numbers::pi;

// λ = θ/π belongs to the base that is exact at θ = π. Given to the other one, at r = 1 and θ = 0.6,
// n = 3, it multiplies the variance by 7.8.
TEST(Errata, SwappedWeightsCostAFactorOfEight) {
  const Plane plane(16, 2, 1.0, 1.0, {0.6});
  const auto right = hybrid({.n = 3});
  const auto swapped = hybrid({.n = 3, .first = "trig", .second = "hyperbolic"});

  const double factor = relative_variance(*swapped, plane) / relative_variance(*right, plane);

  EXPECT_NEAR(factor, 7.8, tolerance::one_decimal);
}

// Without the constant ½ the coefficient is θ/π − ½: still unbiased, in the wrong places. At r = 1,
// θ = 2, n = 2, it multiplies the variance by 2.9.
TEST(Errata, WithoutItsConstantTheCoefficientIsLessByAHalf) {
  const Plane plane(16, 2, 1.0, 1.0, {2.0});
  const double right = relative_variance(*hybrid({.n = 2, .shared = false}), plane);
  const double v1 = relative_variance(*built({"hyperbolic", {{"m", std::int64_t{16}}}}), plane);
  const double v2 = relative_variance(*built({"trig", {{"m", std::int64_t{16}}}}), plane);
  const double p = 2.0 / pi;
  const double spread = p * (1.0 - p) / 2.0;

  const auto with_mean = [&](double mean) {
    return (mean * mean + spread) * v1 + ((1.0 - mean) * (1.0 - mean) + spread) * v2;
  };

  EXPECT_NEAR(with_mean(p) / right, 1.0, tolerance::closed_form);
  EXPECT_NEAR(with_mean(p - 0.5) / right, 2.9, tolerance::one_decimal);
}

// The weight of a segment without the factor that is constant: E Σ ξ(q)·ξ(k) = θ/π − ½.
TEST(Errata, RandomFactorsAloneHaveMeanAngleLessAHalf) {
  const Plane plane(16, 2, 1.0, 1.0, {0.6});
  const auto method = hybrid({.m = 1, .n = 8});
  Moments moments;
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    const MappedPlane features = mapped(*method, plane, Stream(3).trial(trial));
    const WeightFactor& query = features.queries.segments[0].weights[1];
    const WeightFactor& key = features.keys.segments[0].weights[1];

    moments.add(query.numerator * dot(query.values.row(0), key.values.row(0)) / query.divisor);
  }

  EXPECT_LT(std::abs(z_of_mean(moments, 0.6 / pi - 0.5)), tolerance::standard_errors);
  EXPECT_LT(std::abs(z_of_variance(moments, 0.6 / pi * (1.0 - 0.6 / pi) / 8.0)),
            tolerance::standard_errors);
}

// One direction that serves as τ too: λ̂ then knows how large the base estimates are.
TEST(Errata, TauIsIndependentOfOmega) {
  const Plane plane(2, 2, 0.5, 0.5, {0.8});
  const double s = std::sqrt(plane.phi(0));
  const double z = std::sqrt(plane.zeta(0));
  const auto trig_method = built({"trig", {{"m", std::int64_t{1}}}});
  const Directions& law = dynamic_cast<const RandomFeatureMap&>(*trig_method).directions();
  Moments reused;
  for (std::uint64_t trial = 0; trial < 4000; ++trial) {
    const DirectionDraw draw =
        law.draw(Stream(4).trial(trial), {.ambient_dim = 2, .rank = 2, .count = 1});
    const double of_q = dot(draw.coordinates.row(0), plane.queries.row(0));
    const double of_k = dot(draw.coordinates.row(0), plane.keys.row(0));
    const double lambda = (of_q < 0.0) != (of_k < 0.0) ? 1.0 : 0.0;
    const double hyperbolic = std::exp(-s * s / 2.0) * std::cosh(of_q + of_k);
    const double trig = std::exp(z * z / 2.0) * std::cos(of_q - of_k);
    reused.add(lambda * hyperbolic + (1.0 - lambda) * trig);
  }

  const Moments apart = relative_moments(*hybrid({.m = 1, .n = 1}), plane, Stream(4), 4000).front();

  EXPECT_LT(std::abs(z_of_mean(apart, 1.0)), tolerance::standard_errors);
  EXPECT_GT(std::abs(z_of_mean(reused, 1.0)), 2.0 * tolerance::standard_errors);
}

}  // namespace
}  // namespace kapprox
