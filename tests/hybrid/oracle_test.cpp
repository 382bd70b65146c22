// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// oracle_hybrid: the least variance that any hybrid of two bases can have.
#include "hybrid/hybrids.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace kapprox {
namespace {

constexpr double pi = std::numbers::pi;

std::shared_ptr<const KernelMethod> oracle(bool shared, std::int64_t m = 16) {
  return built({"oracle_hybrid", {{"m", m}, {"shared", shared}}});
}

// λ* = (V_2 − C)/(V_1 + V_2 − 2C) gives (V_1 V_2 − C²)/(V_1 + V_2 − 2C).
TEST(Oracle, VarianceIsTheMinimumOverTheCoefficient) {
  for (const double key_norm : {1.0, 0.4})
    for (const bool shared : {false, true}) {
      const Plane plane(16, 2, 1.0, key_norm, {0.2, 1.0, 2.0, 3.0});
      for (std::size_t i = 0; i < plane.pairs.size(); ++i) {
        const double v1 = 2.0 / 16 * std::pow(std::sinh(plane.phi(i) / 2), 2);
        const double v2 = 2.0 / 16 * std::pow(std::sinh(plane.zeta(i) / 2), 2);
        const double c = shared ? (std::cos(1.0 - key_norm * key_norm) - 1.0) / 16.0 : 0.0;

        const double found = relative_variance(*oracle(shared), plane, i);

        EXPECT_NEAR(found / ((v1 * v2 - c * c) / (v1 + v2 - 2 * c)), 1.0,
                    tolerance::direct_formula);
      }
    }
}

TEST(Oracle, IsBelowEveryHybridAndEveryBase) {
  const Plane plane(16, 2, 1.3, 0.9, {0.0, 0.2, 0.7, 1.5, 2.5, 3.0, pi});
  for (const bool shared : {false, true})
    for (std::size_t i = 0; i < plane.pairs.size(); ++i) {
      const double least = relative_variance(*oracle(shared), plane, i);

      for (const char* weight : {"constant", "angular", "gaussian", "cosine"})
        EXPECT_LE(least,
                  relative_variance(*hybrid({.weight = weight, .shared = shared}), plane, i));
      for (const char* base : {"hyperbolic", "trig"})
        EXPECT_LE(least, relative_variance(*built({base, {{"m", std::int64_t{16}}}}), plane, i));
    }
}

TEST(Oracle, DrawsHaveTheMeanAndVarianceOfTheory) {
  for (const double key_norm : {0.5, 0.2})
    for (const bool shared : {false, true}) {
      const Plane plane(4, 2, 0.5, key_norm, {0.4, 1.6, 2.8});
      const auto method = oracle(shared, 6);

      const auto moments = relative_moments(*method, plane, Stream(12), 3000);

      for (std::size_t i = 0; i < moments.size(); ++i) {
        EXPECT_LT(std::abs(z_of_mean(moments[i], 1.0)), tolerance::standard_errors);
        EXPECT_LT(std::abs(z_of_variance(moments[i], relative_variance(*method, plane, i))),
                  tolerance::standard_errors);
      }
    }
}

TEST(Oracle, IsExactAtBothEnds) {
  const Plane plane(8, 2, 4.0, 4.0, {0.0, pi});
  for (const bool shared : {false, true})
    for (const double estimate : relative_estimates(*oracle(shared), plane, Stream(1)))
      EXPECT_NEAR(estimate, 1.0, tolerance::exact_end);
}

// Two estimates that never differ: any coefficient serves.
TEST(Oracle, OfOneMapTwiceIsThatMap) {
  const Plane plane(8, 2, 0.7, 0.5, {1.0});
  const auto twice = built(
      {"oracle_hybrid",
       {{"m", std::int64_t{4}}, {"first", std::string("trig")}, {"second", std::string("trig")}}});
  const auto once = built({"trig", {{"m", std::int64_t{4}}}});

  EXPECT_NEAR(relative_estimates(*twice, plane, Stream(1))[0],
              relative_estimates(*once, plane, Stream(1))[0], tolerance::direct_formula);
  EXPECT_NEAR(relative_variance(*twice, plane), relative_variance(*once, plane),
              tolerance::direct_formula);
}

}  // namespace
}  // namespace kapprox
