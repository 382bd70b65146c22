// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Numbers beyond double: arithmetic against plain numbers, exp(x) − 1 and cosh(x) − 1 of any size.
#include <kapprox/log_number.hpp>

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

TEST(LogNumber, ComputesAsPlainNumbersDo) {
  const LogNumber six = {3.0, std::log(2.0)};
  const LogNumber two = {2.0, 0.0};

  EXPECT_NEAR((six + two).to_double(), 8.0, 8.0 * tolerance::closed_form);
  EXPECT_NEAR((six - two).to_double(), 4.0, 8.0 * tolerance::closed_form);
  EXPECT_NEAR((six * two).to_double(), 12.0, 12.0 * tolerance::closed_form);
  EXPECT_NEAR((0.5 * six).to_double(), 3.0, 3.0 * tolerance::closed_form);
  EXPECT_NEAR((six / 4.0).to_double(), 1.5, 1.5 * tolerance::closed_form);
  EXPECT_NEAR(times_exp(two, 1.0).to_double(), 2.0 * std::exp(1.0), 6.0 * tolerance::closed_form);
}

TEST(LogNumber, ExponentialsLessOneKeepTheirDigitsNearZero) {
  for (const double x : {1e-9, 0.3, 0.99, 1.01, 1.99, 2.01, 30.0, 700.0}) {
    const long double y = x;
    const auto cosh = static_cast<double>(2.0L * std::sinh(y / 2.0L) * std::sinh(y / 2.0L));

    EXPECT_NEAR(exp_minus_one(x).to_double() / std::expm1(x), 1.0, 700.0 * tolerance::closed_form);
    EXPECT_NEAR(exp_minus_one(-x).to_double() / std::expm1(-x), 1.0, tolerance::closed_form);
    EXPECT_NEAR(cosh_minus_one(x).to_double() / cosh, 1.0, 700.0 * tolerance::closed_form);
    EXPECT_EQ(cosh_minus_one(-x).to_double(), cosh_minus_one(x).to_double());
  }
}

TEST(LogNumber, ExponentialsLessOneDoNotOverflow) {
  EXPECT_NEAR(exp_minus_one(5000.0).log_abs(), 5000.0, 5000.0 * tolerance::closed_form);
  EXPECT_NEAR(cosh_minus_one(-5000.0).log_abs(), 5000.0 - std::log(2.0),
              5000.0 * tolerance::closed_form);
}

}  // namespace
}  // namespace kapprox
