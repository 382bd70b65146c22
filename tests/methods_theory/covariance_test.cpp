// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Covariances of complex-exponential estimators under one shared frequency: the table of closed
// forms, Monte Carlo within and across pairs, small and large exponents.
#include "tolerances.hpp"

#include "stats/moments.hpp"

#include <kapprox/error.hpp>
#include <kapprox/exponential_form.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace kapprox {
namespace {

const ExponentialForm positive = ExponentialForm::positive();
const ExponentialForm trigonometric = ExponentialForm::trigonometric();
const ExponentialForm hyperbolic = ExponentialForm::hyperbolic();

// Two pairs that share nothing.
struct TwoPairs {
  std::array<double, 3> x = {0.4, -0.1, 0.2};
  std::array<double, 3> y = {-0.2, 0.3, 0.1};
  std::array<double, 3> u = {0.1, 0.1, -0.4};
  std::array<double, 3> v = {0.3, -0.2, 0.2};

  FormAtPair first(const ExponentialForm& form) const { return {form, x, y}; }
  FormAtPair second(const ExponentialForm& form) const { return {form, u, v}; }
};

// (a + sign b) · (c + sign' e)
double product(const std::array<double, 3>& a, double sign, const std::array<double, 3>& b,
               const std::array<double, 3>& c, double sign_of_e, const std::array<double, 3>& e) {
  double sum = 0.0;
  for (std::size_t l = 0; l < 3; ++l) sum += (a[l] + sign * b[l]) * (c[l] + sign_of_e * e[l]);
  return sum;
}

double covariance(const FormAtPair& a, const FormAtPair& b) {
  return relative_covariance(a, b).to_double();
}

TEST(RelativeCovariance, AcrossPairsItIsTheTableOfClosedForms) {
  const TwoPairs p;
  const double s_s = product(p.x, 1.0, p.y, p.u, 1.0, p.v);
  const double z_z = product(p.x, -1.0, p.y, p.u, -1.0, p.v);
  const double s_z = product(p.x, 1.0, p.y, p.u, -1.0, p.v);

  EXPECT_NEAR(covariance(p.first(positive), p.second(positive)), std::expm1(s_s),
              tolerance::closed_form);
  EXPECT_NEAR(covariance(p.first(trigonometric), p.second(trigonometric)), std::cosh(z_z) - 1.0,
              tolerance::closed_form);
  EXPECT_NEAR(covariance(p.first(hyperbolic), p.second(hyperbolic)), std::cosh(s_s) - 1.0,
              tolerance::closed_form);
  EXPECT_NEAR(covariance(p.first(hyperbolic), p.second(trigonometric)), std::cos(s_z) - 1.0,
              tolerance::closed_form);
  EXPECT_NEAR(covariance(p.first(positive), p.second(trigonometric)), std::cos(s_z) - 1.0,
              tolerance::closed_form);
}

TEST(RelativeCovariance, OfPositiveAndHyperbolicAtOnePairIsTheVarianceOfHyperbolic) {
  const TwoPairs p;

  EXPECT_NEAR(covariance(p.first(positive), p.first(hyperbolic)),
              covariance(p.first(hyperbolic), p.first(hyperbolic)), tolerance::closed_form);
}

// h(ω) of the two pairs by their definitions, 200 000 frequencies.
double h(const ExponentialForm& form, std::span<const double> omega, std::span<const double> x,
         std::span<const double> y) {
  double sum = 0.0;
  for (const std::complex<double> a : form.members) {
    std::complex<double> exponent = 0.0;
    for (std::size_t l = 0; l < x.size(); ++l) {
      const std::complex<double> s = a * x[l] + y[l] / a;
      exponent += omega[l] * s - 0.5 * s * s;
    }
    sum += std::exp(exponent).real();
  }
  return sum / static_cast<double>(form.members.size());
}

TEST(RelativeCovariance, AgreesWithMonteCarloForEveryTwoForms) {
  const TwoPairs p;
  const ExponentialForm mixed{{{0.8, 0.7}, {1.0, 0.0}, {-0.3, 1.1}}};  // no symmetry, any angle
  const ExponentialForm* forms[] = {&positive, &trigonometric, &hyperbolic, &mixed};
  Matrix omega(200'000, 3);
  Stream(41).fill_normals(omega);
  for (const ExponentialForm* a : forms)
    for (const ExponentialForm* b : forms) {
      Moments products;
      Moments means;
      for (Index i = 0; i < omega.rows(); ++i) {
        const double first = h(*a, omega.row(i), p.x, p.y);
        products.add((first - 1.0) * (h(*b, omega.row(i), p.u, p.v) - 1.0));
        means.add(first);
      }

      const double truth = covariance(p.first(*a), p.second(*b));

      EXPECT_LT(std::abs(means.mean - 1.0) / means.mean_standard_error(),
                tolerance::standard_errors);
      EXPECT_LT(std::abs(products.mean - truth) / products.mean_standard_error(),
                tolerance::standard_errors);
    }
}

TEST(JointMoment, OfThreeFormsAgreesWithMonteCarlo) {
  const TwoPairs p;
  Matrix omega(200'000, 3);
  Stream(42).fill_normals(omega);
  Moments products;
  for (Index i = 0; i < omega.rows(); ++i)
    products.add(h(hyperbolic, omega.row(i), p.x, p.y) * h(trigonometric, omega.row(i), p.u, p.v) *
                 h(positive, omega.row(i), p.u, p.y));
  const FormAtPair three[] = {p.first(hyperbolic), p.second(trigonometric), {positive, p.u, p.y}};

  const double truth = joint_moment(three).to_double();

  EXPECT_LT(std::abs(products.mean - truth) / products.mean_standard_error(),
            tolerance::standard_errors);
}

// ‖x − y‖² = ζ for trig, ‖x + y‖² = φ for hyp: cosh − 1 = 2 sinh²(·/2), to all digits.
TEST(RelativeCovariance, KeepsItsDigitsNearZero) {
  for (const double square : {1e-16, 1e-8, 1e-4, 0.5, 0.999, 1.001, 3.0}) {
    const double x[] = {std::sqrt(square)};
    const double y[] = {0.0};
    const double half = std::sinh(x[0] * x[0] / 2.0);
    const double truth = 2.0 * half * half;

    EXPECT_NEAR(covariance({trigonometric, x, y}, {trigonometric, x, y}) / truth, 1.0,
                tolerance::closed_form);
    EXPECT_NEAR(covariance({hyperbolic, x, y}, {hyperbolic, x, y}) / truth, 1.0,
                tolerance::closed_form);
    EXPECT_NEAR(covariance({positive, x, y}, {positive, x, y}) / std::expm1(x[0] * x[0]), 1.0,
                tolerance::closed_form);
  }
}

TEST(RelativeCovariance, IsSafeForExponentsOfAnySize) {
  for (const double square : {800.0, 4000.0, 16000.0}) {
    const double x[] = {std::sqrt(square) / 2.0};
    const double opposite[] = {-std::sqrt(square) / 2.0};
    const double s_s = 4.0 * x[0] * x[0];

    const LogNumber of_positive = relative_covariance({positive, x, x}, {positive, x, x});
    const LogNumber of_trig =
        relative_covariance({trigonometric, x, opposite}, {trigonometric, x, opposite});
    const LogNumber negative =
        relative_covariance({positive, x, x}, {positive, opposite, opposite});

    EXPECT_NEAR(of_positive.log_abs() / s_s, 1.0, tolerance::closed_form);
    EXPECT_NEAR(of_trig.log_abs() / (s_s - std::numbers::ln2), 1.0, tolerance::closed_form);
    EXPECT_EQ(negative.to_double(), -1.0);
  }
}

TEST(RelativeCovariance, RefusesFormsWithoutMembersAndVectorsOfTwoLengths) {
  const ExponentialForm empty;
  const double x[] = {1.0, 2.0};
  const double y[] = {1.0};

  EXPECT_THROW(relative_covariance({empty, y, y}, {empty, y, y}), Error);
  EXPECT_THROW(relative_covariance({positive, x, y}, {positive, x, y}), Error);
}

}  // namespace
}  // namespace kapprox
