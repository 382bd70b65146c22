// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// dot against long double, and its fixed order; max_value and its special cases.
#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

// Numbers of very different sizes and both signs.
std::vector<double> rough(std::size_t n, double phase) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] =
        std::sin(phase + 1.7 * static_cast<double>(i)) * std::exp(static_cast<double>(i % 13) - 6);
  return x;
}

TEST(Dot, IsNearTheTruthForEveryLength) {
  for (std::size_t n = 0; n <= 100; ++n) {
    const std::vector<double> a = rough(n, 0.3);
    const std::vector<double> b = rough(n, 1.1);
    long double truth = 0.0L;
    long double size = 0.0L;
    for (std::size_t i = 0; i < n; ++i) {
      truth += static_cast<long double>(a[i]) * b[i];
      size += std::abs(static_cast<long double>(a[i]) * b[i]);
    }

    const double value = dot(a, b);

    EXPECT_LE(std::abs(value - truth), tolerance::rounding_per_term * static_cast<double>(n) * size)
        << n;
  }
}

// The promise in plain words: sixteen chains, then a tree. This is the reference.
double plain_dot(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> lane(16, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i) lane[i % 16] = std::fma(a[i], b[i], lane[i % 16]);
  for (std::size_t width = 8; width > 0; width /= 2)
    for (std::size_t j = 0; j < width; ++j) lane[j] += lane[j + width];
  return lane[0];
}

TEST(Dot, SumsInSixteenChainsAndATree) {
  for (std::size_t n = 0; n <= 70; ++n) {
    const std::vector<double> a = rough(n, 0.3);
    const std::vector<double> b = rough(n, 1.1);

    EXPECT_EQ(dot(a, b), plain_dot(a, b)) << n;
  }
}

TEST(Dot, RefusesSizesThatDisagree) {
  EXPECT_THROW(dot(std::vector<double>(2), std::vector<double>(3)), Error);
}

TEST(ExpAndSum, IsTheExponentialsAndTheirSumInTheOrderOfDot) {
  for (std::size_t n = 0; n <= 70; ++n) {
    const std::vector<double> x = rough(n, 0.3);
    std::vector<double> shifted(n);
    for (std::size_t i = 0; i < n; ++i) shifted[i] = x[i] - 1.5;
    std::vector<double> expected(n);
    vector_exp(shifted, expected);
    std::vector<double> out(n);

    const double sum = exp_and_sum(x, 1.5, out);

    EXPECT_EQ(out, expected) << n;
    EXPECT_EQ(sum, plain_dot(expected, std::vector<double>(n, 1.0))) << n;
  }
}

TEST(ExpAndSum, MayOverwriteItsInput) {
  std::vector<double> x = {0.0, 1.0, 2.0};
  std::vector<double> apart(3);
  const double sum = exp_and_sum(x, 2.0, apart);

  EXPECT_EQ(exp_and_sum(x, 2.0, x), sum);
  EXPECT_EQ(x, apart);
  EXPECT_THROW(exp_and_sum(x, 2.0, std::span(apart).first(2)), Error);
}

TEST(MaxValue, FindsTheLargestAtEveryPosition) {
  for (std::size_t n = 1; n <= 40; ++n)
    for (std::size_t position = 0; position < n; ++position) {
      std::vector<double> x(n, -3.0);
      x[position] = -2.5;

      ASSERT_EQ(max_value(x), -2.5) << n << " " << position;
    }
}

TEST(MaxValue, IsNanWhereverTheNanStands) {
  for (std::size_t n = 1; n <= 40; ++n)
    for (std::size_t position = 0; position < n; ++position) {
      std::vector<double> x(n, 1.0);
      x[position] = std::numeric_limits<double>::quiet_NaN();

      ASSERT_TRUE(std::isnan(max_value(x))) << n << " " << position;
    }
}

TEST(MaxValue, KnowsInfinitiesAndEmptySpans) {
  const double infinity = std::numeric_limits<double>::infinity();

  EXPECT_EQ(max_value({}), -infinity);
  EXPECT_EQ(max_value(std::vector<double>(20, -infinity)), -infinity);
  EXPECT_EQ(max_value(std::vector<double>{1.0, infinity, 2.0}), infinity);
}

}  // namespace
}  // namespace kapprox
