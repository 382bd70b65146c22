// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// theory() of hybrids against the formulas of their page, written out.
#include "hybrid/hybrids.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

namespace kapprox {
namespace {

constexpr double pi = std::numbers::pi;

// Angles between 0 and π and a pair of norms.
const std::vector<double> angles = {0.01, 0.3, 1.0, pi / 2, 2.0, 3.0, 3.13};

struct Formula {
  double first;   // V of the hyperbolic base
  double second;  // V of the trigonometric base
  double shared;  // C
};

Formula base_formula(const Plane& plane, std::size_t i, double m) {
  const auto q = plane.queries.row(Index(i));
  const auto k = plane.keys.row(Index(i));
  const double half_difference = 0.5 * (dot(q, q) - dot(k, k));
  return {2.0 / m * std::pow(std::sinh(plane.phi(i) / 2), 2),
          2.0 / m * std::pow(std::sinh(plane.zeta(i) / 2), 2),
          -2.0 / m * std::pow(std::sin(half_difference), 2)};
}

using Config = std::tuple<double, double, bool>;  // query norm, key norm, shared

class HybridTheory : public testing::TestWithParam<Config> {
 protected:
  Plane plane() const {
    return Plane(16, 2, std::get<0>(GetParam()), std::get<1>(GetParam()), angles);
  }
  bool shared() const { return std::get<2>(GetParam()); }

  // (λ² + v) V_1 + ((1 − λ)² + v) V_2 + 2 (λ (1 − λ) − v) C.
  double mixed(std::size_t i, double m, double lambda, double v) const {
    const Formula base = base_formula(plane(), i, m);
    const double covariance = shared() ? base.shared : 0.0;
    return (lambda * lambda + v) * base.first + (std::pow(1 - lambda, 2) + v) * base.second +
           2 * (lambda * (1 - lambda) - v) * covariance;
  }

  void expect(const HybridSpec& spec, std::size_t i, double formula) const {
    const Plane where = plane();
    EXPECT_NEAR(relative_variance(*hybrid(spec), where, i) / formula, 1.0,
                tolerance::direct_formula)
        << spec.weight << " at angle " << angles[i];
  }
};

INSTANTIATE_TEST_SUITE_P(All, HybridTheory,
                         testing::Combine(testing::Values(0.5, 1.5), testing::Values(0.5, 1.5, 2.0),
                                          testing::Bool()));

// The explicit MSE of the angular hybrid, iid ω, n iid τ.
TEST_P(HybridTheory, AngularIsTheExplicitFormula) {
  const Plane where = plane();
  for (std::size_t i = 0; i < angles.size(); ++i)
    for (const std::int64_t n : {1, 2, 8}) {
      const double m = 16.0;
      const double p = angles[i] / pi;
      const double q_norm = std::get<0>(GetParam());
      const double k_norm = std::get<1>(GetParam());
      const double spread = p * (1 - p) / static_cast<double>(n);
      const double difference = q_norm * q_norm - k_norm * k_norm;
      double formula =
          (p * p + spread) * 2 / m * std::pow(std::sinh(where.phi(i) / 2), 2) +
          ((1 - p) * (1 - p) + spread) * 2 / m * std::pow(std::sinh(where.zeta(i) / 2), 2);
      if (shared())
        formula -= 2 / m * p * (1 - p) * (1 - 1 / static_cast<double>(n)) * 2 *
                   std::pow(std::sin(difference / 2), 2);

      expect({.m = 16, .n = n, .shared = shared()}, i, formula);
    }
}

TEST_P(HybridTheory, GaussianConstantAndCosineAreTheGeneralFormula) {
  const Plane where = plane();
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const double width = 0.8;
    const double zeta = where.zeta(i);
    const double v = std::pow(-std::expm1(-zeta / (width * width)), 2) / (2 * 5);

    expect({.weight = "gaussian", .n = 5, .shared = shared(), .width = width}, i,
           mixed(i, 16, -std::expm1(-zeta / (2 * width * width)), v));
    expect({.weight = "constant", .shared = shared()}, i, mixed(i, 16, 0.5, 0.0));
    expect({.weight = "cosine", .shared = shared()}, i,
           mixed(i, 16, std::pow(std::sin(angles[i] / 2), 2), 0.0));
  }
}

TEST_P(HybridTheory, MeanIsTheKernelToTheLastBit) {
  const Plane where = plane();
  for (const char* weight : {"constant", "angular", "gaussian", "cosine"}) {
    const auto prepared = hybrid({.weight = weight, .shared = shared()})->prepare(where.problem());
    for (std::size_t i = 0; i < angles.size(); ++i) {
      const auto theory = prepared->theory(where.queries.row(Index(i)), where.keys.row(Index(i)));

      EXPECT_EQ(theory->mean.over(where.exact(i)), 1.0);
    }
  }
}

// With n → ∞ the angular weight stops wavering; with n = 1 sharing ω changes nothing.
TEST(HybridTheory, LimitsOfN) {
  const Plane off_sphere(16, 2, 1.0, 0.5, {1.0});
  const auto variance = [&](std::int64_t n, bool shared) {
    return relative_variance(*hybrid({.n = n, .shared = shared}), off_sphere);
  };
  const double p = 1.0 / pi;
  const Formula base = base_formula(off_sphere, 0, 16);

  EXPECT_DOUBLE_EQ(variance(1, true), variance(1, false));
  EXPECT_NEAR(variance(65536, false), p * p * base.first + (1 - p) * (1 - p) * base.second,
              1e-4 * variance(65536, false));
}

// Different m, or different laws, see no common draw: then nothing is known of the covariance.
TEST(HybridTheory, IsUnknownWhereSharedDrawsAreNotAlike) {
  const Plane plane(16, 2, 1.0, 0.5, {1.0});
  const auto method = [](bool shared, MethodSpec second) {
    MethodSpec spec = HybridSpec{.shared = shared}.spec();
    spec.parameters["second"] = table(std::move(second));
    return built(spec);
  };
  const MethodSpec fewer = {"trig", {{"m", std::int64_t{8}}}};
  const MethodSpec orthogonal = {"trig", {{"directions", std::string("orthogonal")}}};

  EXPECT_TRUE(std::isnan(relative_variance(*method(true, fewer), plane)));
  EXPECT_TRUE(std::isnan(relative_variance(*method(true, orthogonal), plane)));
  EXPECT_FALSE(std::isnan(relative_variance(*method(false, fewer), plane)));
  EXPECT_FALSE(std::isnan(relative_variance(*method(false, orthogonal), plane)));
}

// E λ̂⁴ μ_1 + 6 E λ̂²(1 − λ̂)² V_1 V_2 + E (1 − λ̂)⁴ μ_2 for independent ω, all relative, with the
// moments of λ̂ summed over its law.
struct CoefficientMoments {
  double first = 0.0;   // E λ̂⁴
  double both = 0.0;    // E λ̂² (1 − λ̂)²
  double second = 0.0;  // E (1 − λ̂)⁴

  void add(double probability, double lambda) {
    first += probability * std::pow(lambda, 4);
    both += probability * std::pow(lambda * (1.0 - lambda), 2);
    second += probability * std::pow(1.0 - lambda, 4);
  }
};

void expect_fourth(const HybridSpec& spec, const Plane& plane, const CoefficientMoments& moments) {
  const auto theory_of = [&](const KernelMethod& method) {
    return *method.prepare(plane.problem())->theory(plane.queries.row(0), plane.keys.row(0));
  };
  const Theory first = theory_of(*built({"hyperbolic", {{"m", spec.m}}}));
  const Theory second = theory_of(*built({"trig", {{"m", spec.m}}}));
  const double unit = 4.0 * plane.exact(0);
  const double formula = moments.first * first.fourth->over(unit) +
                         6.0 * moments.both * (first.variance * second.variance).over(unit) +
                         moments.second * second.fourth->over(unit);

  const Theory found = theory_of(*hybrid(spec));

  EXPECT_TRUE(found.fourth_is_exact);
  EXPECT_NEAR(found.fourth->over(unit) / formula, 1.0, tolerance::direct_formula) << spec.weight;
}

TEST(HybridTheory, FourthMomentIsThatOfTheCoefficientsLaw) {
  const Plane plane(16, 2, 0.8, 0.6, {1.1});
  const double p = 1.1 / pi;
  const double g = std::exp(-plane.zeta(0) / 2.0);
  CoefficientMoments binomial;  // of 5
  double probability = std::pow(1.0 - p, 5);
  for (int k = 0; k <= 5; ++k) {
    binomial.add(probability, k / 5.0);
    probability *= (5.0 - k) / (k + 1.0) * p / (1.0 - p);
  }
  CoefficientMoments half;
  half.add(1.0, 0.5);
  const double two = (1.0 + std::pow(g, 4)) / 2.0;  // E cos², cos³, cos⁴ of a normal number
  const double three = (3.0 * g + std::pow(g, 9)) / 4.0;
  const double four = (3.0 + 4.0 * std::pow(g, 4) + std::pow(g, 16)) / 8.0;
  const CoefficientMoments wave = {1.0 - 4.0 * g + 6.0 * two - 4.0 * three + four,
                                   two - 2.0 * three + four, four};

  expect_fourth({.weight = "angular", .n = 5, .shared = false}, plane, binomial);
  expect_fourth({.weight = "constant", .shared = false}, plane, half);
  expect_fourth({.weight = "gaussian", .n = 1, .shared = false}, plane, wave);
}

TEST(HybridTheory, FourthMomentIsAGuideWhereDirectionsAreShared) {
  const Plane plane(16, 2, 0.8, 0.6, {1.1});

  const auto theory = hybrid({.shared = true})
                          ->prepare(plane.problem())
                          ->theory(plane.queries.row(0), plane.keys.row(0));

  EXPECT_TRUE(theory->fourth);
  EXPECT_FALSE(theory->fourth_is_exact);
}

// Squared norms of 4000: nothing overflows, ends stay exact.
TEST(HybridTheory, IsFiniteAtLongVectors) {
  const double norm = std::sqrt(4000.0);
  const Plane plane(16, 2, norm, norm, {0.0, 1.0, pi});
  for (const char* weight : {"constant", "angular", "gaussian", "cosine"}) {
    const auto prepared = hybrid({.weight = weight})->prepare(plane.problem());
    for (std::size_t i = 0; i < 3; ++i) {
      const auto theory = prepared->theory(plane.queries.row(Index(i)), plane.keys.row(Index(i)));

      EXPECT_TRUE(std::isfinite(theory->variance.value)) << weight;
      EXPECT_TRUE(std::isfinite(theory->variance.log_scale)) << weight;
    }
  }
}

}  // namespace
}  // namespace kapprox
