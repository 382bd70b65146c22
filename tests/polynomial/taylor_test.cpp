// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The Taylor estimate: bias, sign and positivity against independent forms.
#include "plugins/shipped.hpp"
#include "polynomial/polynomials.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace kapprox {
namespace {

namespace mp = boost::multiprecision;
using Digits100 = mp::cpp_bin_float_100;

LogNumber taylor_at(Index degree, double t) { return estimate_at(*shipped_taylor(degree), t); }

Digits100 sum_of_terms(Index degree, double t) {
  Digits100 term = 1;
  Digits100 sum = 1;
  for (Index j = 1; j <= degree; ++j) {
    term *= Digits100(t) / j;
    sum += term;
  }
  return sum;
}

double relative_error(Index degree, double t) {
  const LogNumber found = taylor_at(degree, t);
  const Digits100 truth = sum_of_terms(degree, t);
  return static_cast<double>(Digits100(found.value) * exp(Digits100(found.log_scale)) / truth - 1);
}

// Odd degrees have a zero near −0.28 n: t stays away from it.
TEST(Taylor, AgreesWithTheSumInManyDigits) {
  for (const Index degree : {0, 1, 2, 3, 8, 19, 60, 61, 256})
    for (const double t : {1e-8, 0.3, 1.0, 2.5, 19.0, 60.0, 61.5, 300.0, 4000.0, 16000.0}) {
      EXPECT_LT(std::abs(relative_error(degree, t)), tolerance::taylor_power)
          << degree << " at " << t;
      if (degree % 2 == 0 || t > static_cast<double>(degree) || t < 0.2 * double(degree)) {
        EXPECT_LT(std::abs(relative_error(degree, -t)), tolerance::taylor_power)
            << degree << " at " << -t;
      }
    }
}

// T_n(t) = e^t Q(n + 1, t): the relative bias is −P(n + 1, t).
TEST(Taylor, RelativeBiasIsMinusTheIncompleteGammaRatio) {
  for (const Index degree : {0, 1, 2, 3, 4, 7})
    for (const double t : {0.01, 0.3, 1.0, 2.0, 5.0}) {
      const double bias = taylor_at(degree, t).over(t) - 1.0;

      EXPECT_NEAR(bias, -boost::math::gamma_p(double(degree + 1), t), tolerance::closed_form);
    }
}

TEST(Taylor, SignOfTheErrorBelowZeroAlternatesWithTheDegree) {
  for (Index degree = 0; degree <= 9; ++degree)
    for (const double t : {-0.5, -1.0, -3.0, -10.0}) {
      const double error = taylor_at(degree, t).to_double() - std::exp(t);

      EXPECT_GT(degree % 2 == 0 ? error : -error, 0.0) << degree << " at " << t;
    }
}

struct Minimum {
  Index degree;
  double place;
  double value;
};

// t*^n / n! at the zero t* of T_{n−1}: −1, −1.596, −2.181.
TEST(Taylor, EvenDegreesAreAboveTheirMinimum) {
  for (const Minimum minimum :
       {Minimum{2, -1.0, 0.5}, Minimum{4, -1.596, 0.270}, Minimum{6, -2.181, 0.149}}) {
    const double half_a_digit = 0.0005;

    EXPECT_NEAR(taylor_at(minimum.degree, minimum.place).to_double(), minimum.value, half_a_digit);
    for (int hundredths = -5000; hundredths < 500; ++hundredths)
      EXPECT_GT(taylor_at(minimum.degree, hundredths / 100.0).to_double(),
                minimum.value - half_a_digit);
  }
}

TEST(Taylor, OddDegreesChangeSignAtTheirOneZero) {
  for (const Minimum zero :
       {Minimum{1, -1.0, 0}, Minimum{3, -1.596, 0}, Minimum{5, -2.181, 0}, Minimum{7, -2.759, 0}}) {
    const double half_a_digit = 0.0005;

    EXPECT_GT(taylor_at(zero.degree, zero.place + half_a_digit).value, 0.0);
    EXPECT_LT(taylor_at(zero.degree, zero.place - half_a_digit).value, 0.0);
    EXPECT_LT(taylor_at(zero.degree, -1e4).value, 0.0);
  }
}

// Where e^t is far below rounding of the largest term, 60 terms of up to 1e16 must cancel to 1e-9.
TEST(Taylor, EvenDegreesStayPositiveWhereTermsCancel) {
  for (const Index degree : {60, 150, 256})
    for (Index tenths = -12 * degree; tenths < 0; tenths += 7)
      EXPECT_GT(taylor_at(degree, double(tenths) / 10.0).value, 0.0)
          << degree << " at " << tenths << " tenths";
}

TEST(Taylor, TheoryIsTheEstimateWithoutVariance) {
  const double q[] = {0.3, -1.2};
  const double k[] = {0.7, 0.4};
  const Problem problem = {{q, 1, 2, 2}, {k, 1, 2, 2}, {}, 9};

  const auto theory = shipped_taylor(3)->prepare(problem)->theory(q, k);

  EXPECT_EQ(theory->mean.to_double(), taylor_at(3, dot(q, k)).to_double());
  EXPECT_EQ(theory->variance.value, 0.0);
  EXPECT_EQ(theory->fourth->value, 0.0);
  EXPECT_TRUE(theory->fourth_is_exact);
}

TEST(Taylor, Claims) {
  const Claims even = shipped_taylor(2)->claims();
  const Claims odd = shipped_taylor(3)->claims();

  EXPECT_TRUE(even.nonnegative);
  EXPECT_FALSE(odd.nonnegative);
  for (const Claims& claims : {even, odd}) {
    EXPECT_FALSE(claims.random);
    EXPECT_FALSE(claims.unbiased);
    EXPECT_TRUE(claims.rotation_invariant);
  }
}

TEST(Taylor, DegreesOutOfRangeAreRefused) {
  EXPECT_THROW(shipped_taylor(-1), InputError);
  EXPECT_THROW(shipped_taylor(257), InputError);
}

}  // namespace
}  // namespace kapprox
