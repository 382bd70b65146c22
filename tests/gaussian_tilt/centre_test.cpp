// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Mean shift: what it does to variances, in closed form.
#include "gaussian_tilt/tilted.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace kapprox {
namespace {

// Queries (a, ±u) and keys (b, ±u): the means are (a, 0) and (b, 0).
Tokens around_means(double a, double b, double u) {
  Tokens tokens{Matrix(2, 2), Matrix(2, 2)};
  for (Index i = 0; i < 2; ++i) {
    tokens.queries(i, 0) = a;
    tokens.keys(i, 0) = b;
    tokens.queries(i, 1) = tokens.keys(i, 1) = i == 0 ? u : -u;
  }
  return tokens;
}

double variance(const std::string& method, const std::string& centre, const Tokens& tokens,
                const Pair& pair) {
  return relative_variance(*shipped_map(method, 1, "iid", centre), tokens, tokens, pair);
}

// ‖q + k‖² = (a + b)² + ln 2 at the pair (0, 0), of which the shift leaves ln 2: from 4e15 to 1.
TEST(Centre, BothTakesAVarianceOf4e15To1) {
  const double log_of_4e15 = std::log(4e15);
  const double half = 0.5 * std::sqrt(log_of_4e15 - std::numbers::ln2);
  const Tokens tokens = around_means(half, half, 0.5 * std::sqrt(std::numbers::ln2));

  const double unshifted = variance("positive", "none", tokens, {0, 0});
  const double shifted = variance("positive", "both", tokens, {0, 0});

  EXPECT_NEAR(unshifted / 4e15, 1.0, tolerance::shifted_variance);
  EXPECT_NEAR(shifted, 1.0, tolerance::shifted_variance);
}

// relVar = e^{‖s − c‖²} − 1 and cosh ‖s − c‖² − 1, cosh ‖z − (c_q − c_k)‖² − 1: only the part that
// is subtracted leaves the first coordinate.
TEST(Centre, VariancesAreThoseOfTheShiftedVectors) {
  const double a = 0.9;
  const double b = -0.4;
  const double u = 0.3;
  const Tokens tokens = around_means(a, b, u);
  const double along = 4.0 * u * u;  // (u + u)² for s at the pair (0, 0), for z at (0, 1)
  const auto cosh_minus_one = [](double x) { return std::cosh(x) - 1.0; };

  EXPECT_NEAR(variance("positive", "keys", tokens, {0, 0}), std::expm1(a * a + along),
              tolerance::closed_form);
  EXPECT_NEAR(variance("positive", "both", tokens, {0, 0}), std::expm1(along),
              tolerance::closed_form);
  EXPECT_NEAR(variance("hyperbolic", "keys", tokens, {0, 0}), cosh_minus_one(a * a + along),
              tolerance::closed_form);
  EXPECT_NEAR(variance("hyperbolic", "both", tokens, {0, 0}), cosh_minus_one(along),
              tolerance::closed_form);
  EXPECT_NEAR(variance("trig", "keys", tokens, {0, 1}), cosh_minus_one(a * a + along),
              tolerance::closed_form);
  EXPECT_NEAR(variance("trig", "both", tokens, {0, 1}), cosh_minus_one(along),
              tolerance::closed_form);
}

// The tilt is fitted to what the shift leaves.
TEST(Centre, ComesBeforeTheFit) {
  const Tokens tokens = around_means(1.0, 0.7, 0.5);
  const Tokens centred = around_means(0.0, 0.0, 0.5);
  for (const char* method : {"oprf", "sderf"}) {
    const double left = relative_variance(*shipped_map(method, 1, "iid", "none"), centred, centred);

    EXPECT_NEAR(variance(method, "both", tokens, {0, 0}), left, tolerance::closed_form);
    EXPECT_GT(variance(method, "none", tokens, {0, 0}), 2.0 * left);
  }
}

TEST(Centre, IsSaidInTheClaims) {
  const Claims none = shipped_map("positive", 1, "iid", "none")->claims();
  const Claims keys = shipped_map("positive", 1, "iid", "keys")->claims();

  EXPECT_FALSE(none.fits_data);
  EXPECT_TRUE(none.exact_at_opposite);
  EXPECT_TRUE(keys.fits_data);
  EXPECT_FALSE(keys.exact_at_opposite);
  EXPECT_TRUE(keys.unbiased);
}

}  // namespace
}  // namespace kapprox
