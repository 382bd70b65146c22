// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Two looks: a deviation fails only where fresh trials show it again.
#include "verify/judge.hpp"
#include "verify/looks.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace kapprox {
namespace {

// The verdict on z-values of the first and the second look; `second_looks` counts who asked for it.
Verdict verdict_of(double first, double second, int* second_looks = nullptr) {
  Ledger ledger;
  Judge judge(ledger);
  judge.compare(
      "check", "the mean", "theory",
      [&](int look) {
        if (look == 1 && second_looks != nullptr) ++*second_looks;
        return Statistic{look == 0 ? first : second, 0.0, 1.0, 0.0};
      },
      "here");
  return ledger.findings()[0].verdict;
}

TEST(Judge, FailsOnlyWhatBothLooksShow) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();

  EXPECT_EQ(verdict_of(3.9, 100.0), Verdict::passed);
  EXPECT_EQ(verdict_of(4.1, 3.9), Verdict::passed);
  EXPECT_EQ(verdict_of(4.1, 4.1), Verdict::failed);
  EXPECT_EQ(verdict_of(-4.1, -8.0), Verdict::failed);
  EXPECT_EQ(verdict_of(nan, nan), Verdict::failed);
}

TEST(Judge, TakesTheSecondLookOnlyWhenInDoubt) {
  int looks = 0;

  verdict_of(3.9, 0.0, &looks);
  EXPECT_EQ(looks, 0);

  verdict_of(4.1, 0.0, &looks);
  EXPECT_EQ(looks, 1);
}

TEST(Judge, DifferencesWithinRoundingAreNone) {
  EXPECT_EQ((Statistic{1.0 + 1e-12, 1.0, 0.0, 1e-10}).z(), 0.0);
  EXPECT_EQ((Statistic{1.1, 1.0, 0.0, 1e-10}).z(), std::numeric_limits<double>::infinity());
  EXPECT_NEAR((Statistic{1.1, 1.0, 0.05, 1e-10}).z(), 2.0, 1e-12);
}

// Trial t has the value t: the mean of 0 … 9 is 4.5, of 10 … 49 it is 29.5.
TEST(Looks, TheSecondOneHasFourTimesAsManyFreshTrials) {
  Looks looks(10, 1,
              [](Index trial, std::span<double> out) { out[0] = static_cast<double>(trial); });

  EXPECT_EQ(looks.look(0)[0].count, 10);
  EXPECT_EQ(looks.look(0)[0].mean, 4.5);
  EXPECT_EQ(looks.look(1)[0].count, 40);
  EXPECT_EQ(looks.look(1)[0].mean, 29.5);
}

}  // namespace
}  // namespace kapprox
