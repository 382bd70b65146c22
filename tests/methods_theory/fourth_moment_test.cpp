// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The fourth central moment against the trapezoidal rule in many digits: in one dimension
// h(ω) is a function of one normal number.
#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/exponential_form.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace kapprox {
namespace {

using Digits50 = boost::multiprecision::cpp_bin_float_50;

enum class Shape { positive, trigonometric, hyperbolic };

ExponentialForm form_of(Shape shape) {
  if (shape == Shape::positive) return ExponentialForm::positive();
  if (shape == Shape::trigonometric) return ExponentialForm::trigonometric();
  return ExponentialForm::hyperbolic();
}

// h − 1 at the number w ~ N(0, 1), where s·s = square (φ, or ζ for trigonometric).
Digits50 less_one(Shape shape, const Digits50& square, const Digits50& w) {
  const Digits50 root = sqrt(square);
  if (shape == Shape::positive) return exp(w * root - square / 2) - 1;
  if (shape == Shape::trigonometric) return exp(square / 2) * cos(w * root) - 1;
  return exp(-square / 2) * cosh(w * root) - 1;
}

// E (h − 1)^power: the trapezoidal rule with step 1/20 converges beyond 30 digits for a Gaussian
// times entire functions of this growth.
Digits50 central_moment(Shape shape, double square, int power) {
  const Digits50 reach = 16 + 4 * sqrt(Digits50(square));
  Digits50 sum = 0;
  Digits50 weights = 0;
  for (Digits50 w = -reach; w < reach; w += Digits50(1) / 20) {
    const Digits50 weight = exp(-w * w / 2);
    sum += weight * pow(less_one(shape, square, w), power);
    weights += weight;
  }
  return sum / weights;
}

class FourthMoment : public testing::TestWithParam<Shape> {};

INSTANTIATE_TEST_SUITE_P(Shapes, FourthMoment,
                         testing::Values(Shape::positive, Shape::trigonometric, Shape::hyperbolic));

TEST_P(FourthMoment, AgreesWithTheIntegral) {
  const ExponentialForm form = form_of(GetParam());
  for (const double root : {1e-4, 0.03, 0.5, 0.999, 1.001, 2.0}) {
    const double x[] = {root};
    const double y[] = {0.0};
    const Digits50 fourth = central_moment(GetParam(), root * root, 4);
    const Digits50 second = central_moment(GetParam(), root * root, 2);

    const double one = fourth_central_moment({form, x, y}, 1).to_double();
    const double of_ten = fourth_central_moment({form, x, y}, 10).to_double();

    EXPECT_NEAR(double(one / fourth), 1.0, tolerance::closed_form) << root;
    EXPECT_NEAR(double(of_ten * 1000 / (fourth + 27 * second * second)), 1.0,
                tolerance::closed_form)
        << root;
  }
}

// h − 1 is linear in ω for positive features, quadratic for even ones: kurtosis 3 and 15.
TEST(FourthMoment, HasTheRightKurtosisInTheLimit) {
  const double x[] = {1e-5};
  const double y[] = {0.0};
  const auto kurtosis = [&](const ExponentialForm& form) {
    const double variance = relative_covariance({form, x, y}, {form, x, y}).to_double();
    return fourth_central_moment({form, x, y}, 1).to_double() / (variance * variance);
  };
  const double next_order = 100.0 * x[0] * x[0];

  EXPECT_NEAR(kurtosis(ExponentialForm::positive()), 3.0, next_order);
  EXPECT_NEAR(kurtosis(ExponentialForm::trigonometric()), 15.0, next_order);
  EXPECT_NEAR(kurtosis(ExponentialForm::hyperbolic()), 15.0, next_order);
}

// Forms without symmetry and with several members, against the plain binomial sum of joint moments:
// both roads must meet where exponents are of size 1.
TEST(FourthMoment, OfAnyFormIsTheBinomialSumOfJointMoments) {
  const ExponentialForm forms[] = {{{{0.8, 0.7}, {1.0, 0.0}}},
                                   {{{0.8, 0.6}, {-0.8, 0.6}}},
                                   {{{0.0, 1.0}, {1.0, 0.0}, {-1.0, 0.0}}}};
  const double x[] = {0.3, -0.2};
  const double y[] = {0.1, 0.4};
  for (const ExponentialForm& form : forms) {
    const std::vector<FormAtPair> copies(4, FormAtPair{form, x, y});
    const std::span<const FormAtPair> all(copies);
    const double sum = joint_moment(all).to_double() -
                       4.0 * joint_moment(all.first(3)).to_double() +
                       6.0 * joint_moment(all.first(2)).to_double() - 3.0;

    // The sum takes numbers near 6 from each other.
    EXPECT_NEAR(fourth_central_moment({form, x, y}, 1).to_double(), sum,
                8.0 * tolerance::closed_form);
  }
}

TEST(FourthMoment, IsSafeForExponentsOfAnySize) {
  const double x[] = {std::sqrt(4000.0)};

  const LogNumber moment = fourth_central_moment({ExponentialForm::positive(), x, x}, 8);

  // E h⁴ = exp(6 φ), φ = 16000, over 8³.
  EXPECT_NEAR(moment.log_abs(), 6.0 * 4.0 * x[0] * x[0] - std::log(512.0),
              96'000.0 * tolerance::closed_form);
  EXPECT_THROW(fourth_central_moment({ExponentialForm::positive(), x, x}, 0), Error);
}

}  // namespace
}  // namespace kapprox
