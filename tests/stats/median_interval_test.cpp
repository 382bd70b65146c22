// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Ranks of the interval, against sums of binomial probabilities, and small cases by hand.
#include "stats/median_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kapprox {
namespace {

// P(at most `ranks` of `count` fair coins show heads).
double at_most(std::size_t ranks, std::size_t count) {
  double sum = 0.0;
  for (std::size_t k = 0; k <= ranks; ++k)
    sum += std::exp(std::lgamma(static_cast<double>(count) + 1) -
                    std::lgamma(static_cast<double>(k) + 1) -
                    std::lgamma(static_cast<double>(count - k) + 1) -
                    static_cast<double>(count) * std::log(2.0));
  return sum;
}

TEST(MedianInterval, IsTheNarrowestThatHoldsTheMedianAt95Percent) {
  for (std::size_t count = 6; count < 400; ++count) {
    const std::size_t outside = ranks_outside(count);

    EXPECT_LE(at_most(outside, count), 0.025) << count;
    EXPECT_GT(at_most(outside + 1, count), 0.025) << count;
  }
}

TEST(MedianInterval, FewNumbersGiveTheirRange) {
  for (std::size_t count = 1; count < 6; ++count) EXPECT_EQ(ranks_outside(count), 0u) << count;
  const MedianInterval interval = median_interval({3.0, 1.0, 2.0});

  EXPECT_EQ(interval.low, 1.0);
  EXPECT_EQ(interval.median, 2.0);
  EXPECT_EQ(interval.high, 3.0);
}

TEST(MedianInterval, LeavesOutTheExtremesOfMany) {
  const MedianInterval interval = median_interval({9, 1, 2, 8, 3, 7, 4, 6, 5});

  EXPECT_EQ(interval.low, 2.0);
  EXPECT_EQ(interval.median, 5.0);
  EXPECT_EQ(interval.high, 8.0);
}

TEST(MedianInterval, KeepsInfinitiesAndPassesOverNan) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const MedianInterval interval = median_interval({infinite, std::nan(""), 0.0});

  EXPECT_EQ(interval.median, 0.0);
  EXPECT_EQ(interval.high, infinite);
  EXPECT_TRUE(std::isnan(median_interval({std::nan("")}).median));
}

}  // namespace
}  // namespace kapprox
