// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The coupling of orthogonal directions against its series in many digits.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace kapprox {
namespace {

namespace mp = boost::multiprecision;
using Digits100 = mp::cpp_bin_float_100;
// e^300 and its inverse meet in the alternating series at ζ = 300: 260 digits cancel.
using Digits400 = mp::number<mp::cpp_bin_float<400>>;

// exp(−t) Σ_k (d)_k / (d/2)_k (t/2)^k / k!, the definition.
template <class Number>
Number definition(double t, Index d) {
  const Number half = Number(d) / 2;
  Number term = 1;
  Number sum = 0;
  for (int k = 0; k <= std::abs(t) || abs(term) > abs(sum) * Number(1e-50); ++k) {
    sum += term;
    term *= (Number(d) + k) / (half + k) * (Number(t) / 2) / (k + 1);
  }
  return exp(-Number(t)) * sum;
}

// The same by Kummer's transformation for t = −ζ: cancels only among the first d/2 terms.
Digits100 kummer(double zeta, Index d) {
  const Digits100 half = Digits100(d) / 2;
  Digits100 term = 1;
  Digits100 sum = 0;
  for (int k = 0; (k <= zeta || abs(term) > abs(sum) * Digits100(1e-50)) && term != 0; ++k) {
    sum += term;
    term *= (k - half) / (half + k) * (Digits100(zeta) / 2) / (k + 1);
  }
  return exp(Digits100(zeta) / 2) * sum;
}

// With m = 2 ≤ d directions the coupling is 2 c / 4.
LogNumber pair_covariance(double t, Index d) {
  return *shipped_directions("orthogonal")->coupling({t, t < 0.0}, d, 2) * LogNumber{2.0, 0.0};
}

template <class Number>
Number many_digits(LogNumber x) {
  return Number(x.value) * exp(Number(x.log_scale));
}

class Coupling : public testing::TestWithParam<Index> {};

INSTANTIATE_TEST_SUITE_P(Dimensions, Coupling, testing::Values(2, 4, 5, 16, 64, 65, 128));

TEST_P(Coupling, PositiveAndHyperbolicAgreeWithTheSeries) {
  const Index d = GetParam();
  for (const double phi : {1e-8, 1e-3, 0.5, 2.0, 8.0, 40.0, 300.0, 4000.0, 16000.0}) {
    const Digits100 truth = definition<Digits100>(phi, d) - 1;

    const LogNumber found = pair_covariance(phi, d);

    const Digits100 error = many_digits<Digits100>(found) / truth - 1;
    EXPECT_LT(abs(error), tolerance::coupling_sum) << "phi " << phi;
  }
}

// Below ζ = 2 relative to c itself; beyond, relative to e^ζ, the size of the variance it joins.
TEST_P(Coupling, TrigonometricAgreesWithTheSeries) {
  const Index d = GetParam();
  for (const double zeta : {1e-8, 1e-3, 0.5, 1.9, 2.0, 2.0 + 1e-9, 2.1, 8.0, 40.0, 300.0}) {
    const Digits400 truth = definition<Digits400>(-zeta, d) - 1;
    const Digits400 unit = zeta <= 2.0 ? Digits400(abs(truth)) : Digits400(exp(Digits400(zeta)));

    const LogNumber found = pair_covariance(-zeta, d);

    const Digits400 error = (many_digits<Digits400>(found) - truth) / unit;
    EXPECT_LT(abs(error), tolerance::coupling_sum) << "zeta " << zeta;
  }
}

TEST_P(Coupling, TrigonometricAgreesWithKummersSeriesWhereTheDefinitionCancels) {
  const Index d = GetParam();
  for (const double zeta : {40.0, 300.0, 4000.0, 16000.0}) {
    const Digits100 truth = kummer(zeta, d) - 1;

    const LogNumber found = pair_covariance(-zeta, d);

    const Digits100 error = (many_digits<Digits100>(found) - truth) / exp(Digits100(zeta));
    EXPECT_LT(abs(error), tolerance::coupling_sum) << "zeta " << zeta;
  }
}

// Both sums are good on both sides of their boundary at ζ = 2: there is no step.
TEST_P(Coupling, ThereIsNoStepBetweenTheTrigonometricSums) {
  const Index d = GetParam();
  const double below = std::nextafter(2.0, 0.0);
  const double above = std::nextafter(2.0, 3.0);

  const double step =
      pair_covariance(-above, d).to_double() - pair_covariance(-below, d).to_double();

  // e² Σ|a_k|/k! for the one sum and its loss of e^(2·2) for the other, both in eps.
  EXPECT_LT(std::abs(step), 64.0 * tolerance::eps);
}

// Squared norms that no series can walk through: the answer comes at once.
TEST_P(Coupling, StandsForAnySquaredNorm) {
  const Index d = GetParam();
  for (const double square : {1e5, 1e6, 1e15}) {
    const LogNumber trigonometric = pair_covariance(-square, d);

    EXPECT_NEAR(pair_covariance(square, d).to_double(), -1.0, tolerance::coupling_sum);
    EXPECT_LT(std::abs(trigonometric.over(square)), tolerance::coupling_sum);
  }
}

TEST(Coupling, LeadingOrderAndSign) {
  const double phi = 1e-4;

  const double positive = pair_covariance(phi, 16).to_double();
  const double trigonometric = pair_covariance(-phi, 16).to_double();

  // −φ²/(2(d + 2)), next term of relative size φ.
  EXPECT_NEAR(positive / (-phi * phi / 36.0), 1.0, 2.0 * phi);
  EXPECT_NEAR(trigonometric / (-phi * phi / 36.0), 1.0, 2.0 * phi);
  EXPECT_EQ(pair_covariance(0.0, 16).value, 0.0);
}

// Blocks of d: J d (d − 1) + I (I − 1) ordered pairs meet in a block.
TEST(Coupling, CountsThePairsThatShareABlock) {
  const auto law = shipped_directions("orthogonal");
  const double c = pair_covariance(0.5, 4).to_double();

  EXPECT_EQ(law->coupling({0.5}, 4, 1)->value, 0.0);
  EXPECT_NEAR(law->coupling({0.5}, 4, 3)->to_double(), 6.0 * c / 9.0, tolerance::closed_form);
  EXPECT_NEAR(law->coupling({0.5}, 4, 4)->to_double(), 12.0 * c / 16.0, tolerance::closed_form);
  EXPECT_NEAR(law->coupling({0.5}, 4, 10)->to_double(), 26.0 * c / 100.0, tolerance::closed_form);
  EXPECT_EQ(shipped_directions("iid")->coupling({0.5}, 4, 10)->value, 0.0);
}

}  // namespace
}  // namespace kapprox
