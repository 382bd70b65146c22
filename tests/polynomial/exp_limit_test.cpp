// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// (1 + t/n)^n against many digits, its bias against its expansion in 1/n, and where it misleads.
#include "plugins/shipped.hpp"
#include "polynomial/polynomials.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace kapprox {
namespace {

namespace mp = boost::multiprecision;
using Digits100 = mp::cpp_bin_float_100;

LogNumber exp_limit_at(Index n, double t) {
  return estimate_at(*shipped_polynomial("exp_limit", n), t);
}

double relative_bias(Index n, double t) { return exp_limit_at(n, t).over(t) - 1.0; }

TEST(ExpLimit, AgreesWithThePowerInManyDigits) {
  for (const Index n : {1, 2, 3, 8, 61, 256})
    for (const double share : {1e-9, 0.1, 0.499, 0.501, 0.999999, 1.000001, 1.5, 3.0, 60.0})
      for (const double t : {share * double(n), -share * double(n)}) {
        const LogNumber found = exp_limit_at(n, t);
        const Digits100 truth = pow(1 + Digits100(t) / n, static_cast<int>(n));
        const Digits100 ratio = Digits100(found.value) * exp(Digits100(found.log_scale)) / truth;

        EXPECT_LT(std::abs(static_cast<double>(ratio - 1)), tolerance::exp_limit_power)
            << n << " at " << t;
      }
}

// log (1 + t/n)^n = t − t²/(2n) + … keeps its digits where 1 + t/n has lost those of t.
TEST(ExpLimit, KeepsSmallArguments) {
  for (const Index n : {1, 8, 256})
    for (const double t : {1e-9, -1e-9}) {
      const double expected = t * (1.0 - t / (2.0 * double(n)));

      EXPECT_NEAR(exp_limit_at(n, t).log_abs(), expected, tolerance::closed_form * std::abs(t));
    }
}

// Coefficients of n^−1, n^−2, n^−3; what is left falls like n^−4.
double expansion(double n, double t) {
  const double t2 = t * t;
  return -t2 / (2.0 * n) + (t2 * t / 3.0 + t2 * t2 / 8.0) / (n * n) -
         (t2 * t2 / 4.0 + t2 * t2 * t / 6.0 + t2 * t2 * t2 / 48.0) / (n * n * n);
}

TEST(ExpLimit, RelativeBiasFollowsItsExpansion) {
  for (const double t : {-2.0, -1.0, 0.7, 1.0, 2.0}) {
    const double rest = relative_bias(64, t) - expansion(64, t);
    const double rest_of_double = relative_bias(128, t) - expansion(128, t);

    // The next term is of relative size t²/n, some 5 % here; a wrong coefficient gives 8 or less.
    EXPECT_NEAR(rest / rest_of_double, 16.0, 1.6) << t;
  }
}

TEST(ExpLimit, StaysBelowTheKernelAboveMinusN) {
  for (const Index n : {1, 2, 5, 100})
    for (const double t : {-double(n), -0.5, -0.01, 0.01, 0.5, 40.0})
      if (t >= -double(n)) {
        EXPECT_LT(relative_bias(n, t), 0.0) << n << " at " << t;
      }
}

TEST(ExpLimit, VanishesAtMinusNAndThenGrowsAgainOrTurnsNegative) {
  for (const Index n : {1, 2, 3, 4, 255, 256}) {
    const double sign = n % 2 == 0 ? 1.0 : -1.0;

    EXPECT_EQ(exp_limit_at(n, -double(n)).value, 0.0);
    EXPECT_GT(sign * exp_limit_at(n, -1.5 * double(n)).value, 0.0);
    EXPECT_GT(exp_limit_at(n, -4.0 * double(n)).log_abs(),
              exp_limit_at(n, -3.0 * double(n)).log_abs());
  }
}

TEST(ExpLimit, TheoryNotesWhereItMisleads) {
  const auto even = shipped_polynomial("exp_limit", 4);
  const auto odd = shipped_polynomial("exp_limit", 3);

  EXPECT_EQ(theory_at(*even, -4.0).note, "");
  EXPECT_EQ(theory_at(*even, 50.0).note, "");
  EXPECT_EQ(theory_at(*even, -4.001).note,
            "q·k lies below -degree = -4, where (1 + q·k/degree)^degree grows again");
  EXPECT_EQ(theory_at(*odd, -3.5).note,
            "q·k lies below -degree = -3, where (1 + q·k/degree)^degree is negative");
}

// Methods of equal degree have equal D in the symmetric layout. Near 0 the ratio is (n + 1)! /
// (2n |t|^(n − 1)), above 3 everywhere here.
TEST(ExpLimit, IsFartherFromTheKernelThanTaylorOfTheSameSize) {
  for (const Index n : {2, 3, 4, 8})
    for (const double t : {-0.3, -0.01, 0.01, 0.3}) {
      const double bias_of_taylor = estimate_at(*shipped_taylor(n), t).over(t) - 1.0;

      EXPECT_GT(std::abs(relative_bias(n, t)), 3.0 * std::abs(bias_of_taylor)) << n << " at " << t;
    }
}

TEST(ExpLimit, Claims) {
  for (const Index n : {1, 2, 7, 256}) {
    const Claims claims = shipped_polynomial("exp_limit", n)->claims();

    EXPECT_EQ(claims.nonnegative, n % 2 == 0);
    EXPECT_TRUE(claims.exact_at_zero);
    EXPECT_TRUE(claims.rotation_invariant);
    EXPECT_FALSE(claims.unbiased);
    EXPECT_FALSE(claims.random);
  }
  EXPECT_EQ(exp_limit_at(7, 0.0).to_double(), 1.0);
}

TEST(ExpLimit, DegreesOutOfRangeAreRefused) {
  EXPECT_THROW(shipped_polynomial("exp_limit", 0), InputError);
  EXPECT_THROW(shipped_polynomial("exp_limit", 257), InputError);
}

}  // namespace
}  // namespace kapprox
