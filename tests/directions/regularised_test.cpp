// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Directions of fixed norm: their law against the values of 0F1 in many digits, and their draws.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/bessel.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace kapprox {
namespace {

namespace mp = boost::multiprecision;
// At ζ = 40 and d = 64 the alternating series for F(4x) loses 90 digits.
using Digits = mp::number<mp::cpp_bin_float<150>>;

// 0F1(; d/2; x) by its definition.
Digits sphere_mean(const Digits& x, Index d) {
  const Digits c = Digits(d) / 2;
  Digits term = 1;
  Digits sum = 1;
  for (int k = 0; abs(term) > abs(sum) * Digits(1e-30) || k * k < abs(x); ++k) {
    term *= x / ((c + k) * (k + 1));
    sum += term;
  }
  return sum;
}

Digits squared(const Digits& x) { return x * x; }

Digits many_digits(LogNumber x) { return Digits(x.value) * exp(Digits(x.log_scale)); }

// As a double: what an expectation prints of more digits leads deep into Boost's own text output.
double size_of(const Digits& x) { return static_cast<double>(abs(x)); }

double relative_error(LogNumber x, const Digits& truth) {
  return size_of(many_digits(x) / truth - 1);
}

class Regularised : public testing::TestWithParam<Index> {};

INSTANTIATE_TEST_SUITE_P(Dimensions, Regularised, testing::Values(2, 5, 64));

// Real terms: relative to each quantity itself.
TEST_P(Regularised, LawOfRealTermsAgreesWithTheSeries) {
  const Index d = GetParam();
  for (const double phi : {1e-8, 0.5, 9.0, 300.0, 16000.0}) {
    const auto law = shipped_directions("regularised")->law({phi}, d);
    const auto even = shipped_directions("regularised")->law({phi, true}, d);
    const Digits x = Digits(d) * phi / 4;
    const Digits unit = exp(-Digits(phi));
    const Digits square = squared(sphere_mean(x, d));
    const Digits variance = sphere_mean(4 * x, d) - square;
    const Digits even_variance = (sphere_mean(4 * x, d) + 1) / 2 - square;

    EXPECT_LT(relative_error(law->mean, sqrt(unit * square)), tolerance::sphere_mean);
    EXPECT_LT(relative_error(law->variance, unit * variance), tolerance::sphere_mean);
    EXPECT_LT(relative_error(even->variance, unit * even_variance), tolerance::sphere_mean);
  }
}

// Cosines: relative to e^ζ, the size of the variance; up to ζ = 1 relative to the variance.
TEST_P(Regularised, LawOfCosinesAgreesWithTheSeries) {
  const Index d = GetParam();
  for (const double zeta : {1e-4, 0.5, 1.0, 1.0 + 1e-9, 9.0, 40.0}) {
    const auto law = shipped_directions("regularised")->law({-zeta, true}, d);
    const Digits x = -Digits(d) * zeta / 4;
    const Digits mean = sphere_mean(x, d);
    const Digits variance = exp(Digits(zeta)) * ((sphere_mean(4 * x, d) + 1) / 2 - mean * mean);
    const Digits unit = zeta <= 1.0 ? variance : Digits(exp(Digits(zeta)));

    EXPECT_LT(relative_error(law->mean, exp(Digits(zeta) / 2) * mean), tolerance::sphere_mean);
    EXPECT_LT(size_of((many_digits(law->variance) - variance) / unit), tolerance::sphere_mean);
  }
}

// With m = 2 ≤ d directions the coupling is 2 c / 4. ‖ω_1 + ω_2‖² = 2d.
TEST_P(Regularised, CouplingAgreesWithTheSeries) {
  const Index d = GetParam();
  for (const double t : {-40.0, -9.0, -1.0 - 1e-9, -0.5, 1e-4, 0.5, 40.0, 16000.0}) {
    const auto found = shipped_directions("regularised")->coupling({t, true}, d, 2);
    const Digits x = Digits(d) * t / 4;
    const Digits truth = exp(-Digits(t)) * (sphere_mean(2 * x, d) - squared(sphere_mean(x, d)));
    const Digits unit = t >= -1.0 ? Digits(abs(truth)) : Digits(exp(-Digits(t)));

    EXPECT_LT(size_of((2 * many_digits(*found) - truth) / unit), tolerance::sphere_mean) << t;
  }
}

// ω = ±1: cosh and cos are constant, and exp(±s − s²/2) has the variance e^(−s²) sinh²(s).
TEST(Regularised, OneDimension) {
  const auto law = shipped_directions("regularised");
  const double variance = std::exp(-0.49) * std::sinh(0.7) * std::sinh(0.7);

  EXPECT_NEAR(law->law({0.49}, 1)->variance.to_double(), variance, tolerance::closed_form);
  EXPECT_EQ(law->law({0.49, true}, 1)->variance.value, 0.0);
  EXPECT_EQ(law->law({-9.0, true}, 1)->variance.value, 0.0);
  EXPECT_NEAR(law->law({-9.0, true}, 1)->mean.to_double(), std::exp(4.5) * std::cos(3.0),
              std::exp(4.5) * tolerance::closed_form);
  EXPECT_EQ(law->coupling({0.49}, 1, 5)->value, 0.0);
}

// Ratios of SMREG to exp to three digits, for φ = 1, 4, 8.
TEST(Regularised, RatioToTheSoftmaxKernel) {
  const auto ratio = [](double phi, Index d) {
    return shipped_directions("regularised")->law({phi}, d)->mean.to_double();
  };

  EXPECT_NEAR(ratio(1.0, 16), 0.987, 0.0005);
  EXPECT_NEAR(ratio(4.0, 16), 0.837, 0.0005);
  EXPECT_NEAR(ratio(8.0, 16), 0.547, 0.0005);
  EXPECT_NEAR(ratio(1.0, 64), 0.996, 0.0005);
  EXPECT_NEAR(ratio(4.0, 64), 0.945, 0.0005);
  EXPECT_NEAR(ratio(8.0, 64), 0.810, 0.0005);
}

// Γ(c) t^(−ν/2) J_ν(2√t) with c = d/2, ν = c − 1, t = dζ/4, before and within the oscillations.
TEST(Regularised, MeanOfACosineAgreesWithBesselFunctions) {
  for (const Index d : {3, 64, 1024})
    for (const double zeta : {30.0, 300.0, 4000.0, 16000.0}) {
      const double c = static_cast<double>(d) / 2.0;
      const double root = std::sqrt(static_cast<double>(d) * zeta) / 2.0;
      if (2.0 * root < 0.9 * c) continue;  // J underflows there
      const double bessel = boost::math::cyl_bessel_j(c - 1.0, 2.0 * root);
      const double log_unit = std::lgamma(c) - (c - 1.0) * std::log(root) + zeta / 2.0;

      const LogNumber mean = shipped_directions("regularised")->law({-zeta, true}, d)->mean;

      EXPECT_NEAR(mean.over(log_unit) / bessel, 1.0, tolerance::sphere_mean) << d << ", " << zeta;
    }
}

TEST(Regularised, StandsForAnySquaredNorm) {
  for (const double t : {-1e9, -1e6, 1e6}) {
    const auto law = shipped_directions("regularised")->law({t, true}, 64);

    EXPECT_TRUE(std::isfinite(law->mean.value) && std::isfinite(law->mean.log_scale));
    EXPECT_GT(law->variance.value, 0.0);
    EXPECT_TRUE(std::isfinite(law->variance.log_abs()));
  }
}

TEST(Regularised, RowsOfABlockAreOrthogonalWithNormRootD) {
  const Index d = 6;

  const DirectionDraw draw = shipped_directions("regularised")->draw(Stream(3), {d, d, 2 * d + 2});

  for (Index i = 0; i < 2 * d + 2; ++i)
    for (Index j = (i / d) * d; j <= i; ++j)
      EXPECT_NEAR(dot(draw.coordinates.row(i), draw.coordinates.row(j)), i == j ? 6.0 : 0.0,
                  6.0 * tolerance::orthonormal);
}

}  // namespace
}  // namespace kapprox
