// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What hybrids are worth: the worst relative error over all angles, at equal m and at equal D,
// computed from theory().
#include "hybrid/hybrids.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

namespace kapprox {
namespace {

constexpr double pi = std::numbers::pi;

std::shared_ptr<const KernelMethod> base(const std::string& name, std::int64_t m) {
  return built({name, {{"m", m}}});
}

// W(r) = exp(2r²) (1 − exp(−4r²)).
double worst_base(double r) { return 2.0 * std::sinh(2.0 * r * r); }

TEST(WorstError, OfBothBasesIsAtTheirBadEnd) {
  for (const double r : {0.5, 1.0, 1.5, 2.0}) {
    const double formula = std::sqrt(1.0 / 20.0) * worst_base(r);  // m = 10

    const double trig = largest_relative_variance(*base("trig", 10), r);
    const double hyperbolic = largest_relative_variance(*base("hyperbolic", 10), r);

    EXPECT_NEAR(std::sqrt(trig) / formula, 1.0, tolerance::direct_formula);
    EXPECT_NEAR(std::sqrt(hyperbolic) / formula, 1.0, tolerance::direct_formula);
  }
}

// ε ≤ W(r)/r √(1/2m) √(1/π − 1/(nπ) + 1/(n√π)), and not by much more than 3.5 times.
TEST(WorstError, OfTheAngularHybridObeysItsInequality) {
  const double m = 10.0;
  for (const double r : {0.5, 1.0, 1.5, 2.0, 2.5, 3.0})
    for (const std::int64_t n : {1, 8, 65536}) {
      const auto terms = static_cast<double>(n);
      const double bound = worst_base(r) / r * std::sqrt(1.0 / (2.0 * m)) *
                           std::sqrt(1.0 / pi - 1.0 / (terms * pi) + 1.0 / (terms * std::sqrt(pi)));

      const double worst =
          std::sqrt(largest_relative_variance(*hybrid({.m = 10, .n = n, .shared = false}), r));

      EXPECT_LE(worst, bound) << "r = " << r << ", n = " << n;
      EXPECT_GE(worst, bound / 4.0) << "r = " << r << ", n = " << n;
    }
}

// At D = 4m(n + 1) a plain trigonometric map has 2m(n + 1) directions.
using EqualD = std::tuple<double, std::int64_t, double>;  // r, n, ratio of the largest MSE

class AtEqualDimension : public testing::TestWithParam<EqualD> {};

INSTANTIATE_TEST_SUITE_P(All, AtEqualDimension,
                         testing::Values(EqualD{1, 1, 0.56}, EqualD{1, 2, 0.54}, EqualD{1, 4, 0.68},
                                         EqualD{1, 8, 1.07}, EqualD{1, 16, 1.90},
                                         EqualD{2, 1, 0.27}, EqualD{2, 2, 0.23}, EqualD{2, 4, 0.23},
                                         EqualD{2, 8, 0.29}, EqualD{2, 16, 0.43}));

TEST_P(AtEqualDimension, TheWorstCaseIsThisShareOfTrigs) {
  const auto [r, n, ratio] = GetParam();
  const auto angular = hybrid({.m = 3, .n = n});
  const auto trig = base("trig", std::int64_t{6} * (n + 1));

  const double found = largest_relative_variance(*angular, r) / largest_relative_variance(*trig, r);

  EXPECT_EQ(angular->cost(16).feature_dim, trig->cost(16).feature_dim);
  EXPECT_NEAR(found, ratio, tolerance::two_decimals);
}

TEST_P(AtEqualDimension, TheBetterOfBothBasesIsNeverBeaten) {
  const auto [r, n, ratio] = GetParam();
  const auto angular = hybrid({.m = 3, .n = n});
  const auto trig = base("trig", std::int64_t{6} * (n + 1));
  const auto hyperbolic = base("hyperbolic", std::int64_t{6} * (n + 1));
  int better_than_trig = 0;
  for (int i = 1; i < 100; ++i) {
    const Plane plane(16, 2, r, r, {pi * i / 100});

    const double of_hybrid = relative_variance(*angular, plane);
    const double of_trig = relative_variance(*trig, plane);

    EXPECT_GT(of_hybrid, std::min(of_trig, relative_variance(*hyperbolic, plane)));
    if (of_hybrid < of_trig) ++better_than_trig;
  }
  EXPECT_GE(better_than_trig, 14);  // in percent of the angles
  EXPECT_LE(better_than_trig, 27);
}

// Largest errors in units of √(1/2m): r = 1.5 and 2.
TEST(WorstError, OfCosineLiesBetweenAngularAndTheBound) {
  const auto largest = [](const KernelMethod& method, double r) {
    return std::sqrt(2.0 * largest_relative_variance(method, r, 2000));
  };
  const auto cosine = hybrid({.weight = "cosine", .m = 1});
  const auto angular = hybrid({.weight = "angular", .m = 1, .n = 65536});
  const auto oracle = built({"oracle_hybrid", {{"m", std::int64_t{1}}}});
  const auto trig = base("trig", 1);

  EXPECT_NEAR(largest(*cosine, 1.5), 7.6, tolerance::one_decimal);
  EXPECT_NEAR(largest(*angular, 1.5), 11.8, tolerance::one_decimal);
  EXPECT_NEAR(largest(*oracle, 1.5), 6.6, tolerance::one_decimal);
  EXPECT_NEAR(largest(*trig, 1.5), 90.0, tolerance::one_decimal);
  EXPECT_NEAR(largest(*cosine, 2.0), 137.0, tolerance::whole_number);
  EXPECT_NEAR(largest(*angular, 2.0), 291.0, tolerance::whole_number);
  EXPECT_NEAR(largest(*oracle, 2.0), 38.6, tolerance::one_decimal);
  EXPECT_NEAR(largest(*trig, 2.0), 2981.0, tolerance::whole_number);
}

}  // namespace
}  // namespace kapprox
