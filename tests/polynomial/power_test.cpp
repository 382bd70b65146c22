// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The power t^p as an estimate of exp(t): what it is, and what it is not.
#include "plugins/shipped.hpp"
#include "polynomial/polynomials.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

TEST(Power, IsThePower) {
  for (const Index degree : {0, 1, 2, 3, 8})
    for (const double t : {-3.0, -0.5, 0.0, 1e-3, 2.0}) {
      const double found = estimate_at(*shipped_polynomial("power", degree), t).to_double();
      const double power = std::pow(t, double(degree));

      EXPECT_NEAR(found, power, tolerance::closed_form * std::abs(power)) << degree << " at " << t;
    }
}

TEST(Power, EvenDegreesDoNotSeeTheSign) {
  for (const Index degree : {2, 4, 60})
    for (const double t : {0.3, 4000.0}) {
      const auto power = shipped_polynomial("power", degree);
      const LogNumber of_t = estimate_at(*power, t);
      const LogNumber of_minus_t = estimate_at(*power, -t);

      EXPECT_EQ(of_t.value, of_minus_t.value);
      EXPECT_EQ(of_t.log_scale, of_minus_t.log_scale);
    }
}

TEST(Power, Claims) {
  for (const Index degree : {0, 1, 2, 3, 60}) {
    const Claims claims = shipped_polynomial("power", degree)->claims();

    EXPECT_EQ(claims.nonnegative, degree % 2 == 0);
    EXPECT_EQ(claims.exact_at_zero, degree == 0);
    EXPECT_TRUE(claims.rotation_invariant);
    EXPECT_FALSE(claims.unbiased);
    EXPECT_FALSE(claims.random);
  }
}

}  // namespace
}  // namespace kapprox
