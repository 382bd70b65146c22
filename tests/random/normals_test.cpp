// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The law of the normals: against their formula, their distribution, moments and independence.
// Seeds are fixed; z values count standard errors of 160 000 repeats unless stated.
#include "kolmogorov_smirnov.hpp"
#include "random/samples.hpp"
#include "tolerances.hpp"

#include <kapprox/stream.hpp>

#include <cmath>
#include <numbers>
#include <vector>

#include <Random123/philox.h>
#include <gtest/gtest.h>

namespace kapprox {
namespace {

constexpr int trials = 160;
constexpr Index row_count = 1000;
constexpr Index col_count = 6;

// Element (row, column) over `trials` trials of row_count rows: column `column`, rows shifted.
std::vector<double> sample(const Stream& stream, Index column, Index row_shift = 0,
                           std::uint64_t trial_shift = 0) {
  std::vector<double> values;
  Matrix z(row_count + 1, col_count);
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    stream.trial(trial + trial_shift).fill_normals(z);
    for (Index i = 0; i < row_count; ++i) values.push_back(z(i + row_shift, column));
  }
  return values;
}

const Stream root = Stream(20260101).at("normals");

TEST(Normals, AreBoxMullerOfTheirPhiloxBlock) {
  const Stream stream = root.trial(9);
  Matrix z(50, 8);
  stream.fill_normals(z);

  const philox4x32_key_t key = {
      {static_cast<std::uint32_t>(stream.key()), static_cast<std::uint32_t>(stream.key() >> 32)}};
  for (Index i = 0; i < z.rows(); ++i)
    for (Index pair = 0; pair < z.cols() / 2; ++pair) {
      const philox4x32_ctr_t counter = {
          {static_cast<std::uint32_t>(pair), static_cast<std::uint32_t>(i), 9U, 0U}};
      const philox4x32_ctr_t w = philox4x32(counter, key);
      const auto word = [&w](std::size_t half) {
        return (std::uint64_t{w.v[2 * half + 1]} << 32 | w.v[2 * half]) >> 11;
      };
      const long double u = 1.0L - static_cast<long double>(word(0)) * 0x1p-53L;
      const long double v = static_cast<long double>(word(1)) * 0x1p-53L;
      const long double radius = std::sqrt(-2.0L * std::log(u));
      const long double angle = 2.0L * std::numbers::pi_v<long double> * v;
      const double tolerance = tolerance::normal_relative * static_cast<double>(radius);
      EXPECT_NEAR(z(i, 2 * pair), static_cast<double>(radius * std::cos(angle)), tolerance);
      EXPECT_NEAR(z(i, 2 * pair + 1), static_cast<double>(radius * std::sin(angle)), tolerance);
    }
}

TEST(Normals, FollowTheNormalDistributionInBothHalvesOfABlock) {
  for (const Index column : {0, 1, 4, 5})
    EXPECT_LT(kolmogorov_smirnov(sample(root, column), normal_distribution),
              tolerance::kolmogorov_smirnov)
        << column;
}

TEST(Normals, HaveTheMomentsOfANormal) {
  const auto power = [](int k) { return [k](double x) { return std::pow(x, k); }; };
  for (const Index column : {0, 1, 3}) {
    const std::vector<double> x = sample(root, column);

    // Var x^k = E x^{2k} - (E x^k)²: 1, 3 - 1, 15, 105 - 9.
    EXPECT_LT(std::abs(standard_errors(x, power(1), 0.0, 1.0)), tolerance::standard_errors);
    EXPECT_LT(std::abs(standard_errors(x, power(2), 1.0, 2.0)), tolerance::standard_errors);
    EXPECT_LT(std::abs(standard_errors(x, power(3), 0.0, 15.0)), tolerance::standard_errors);
    EXPECT_LT(std::abs(standard_errors(x, power(4), 3.0, 96.0)), tolerance::standard_errors);
  }
}

TEST(Normals, ReachTheTailsAsOftenAsTheyShould) {
  const std::vector<double> x = sample(root, 0);
  const double p = std::erfc(3.5 / std::numbers::sqrt2);  // P(|x| > 3.5), 74 expected here

  const double z = standard_errors(
      x, [](double value) { return std::abs(value) > 3.5 ? 1.0 : 0.0; }, p, p * (1.0 - p));

  EXPECT_LT(std::abs(z), tolerance::standard_errors);
}

// Correlations of the values see signs, those of the squares see shared radii.
void expect_independent(const std::vector<double>& x, const std::vector<double>& y,
                        const char* what) {
  const auto value = [](double t) { return t; };
  const auto square = [](double t) { return t * t; };
  EXPECT_LT(std::abs(correlation_errors(x, y, value, 0.0, 1.0)), tolerance::standard_errors)
      << what;
  EXPECT_LT(std::abs(correlation_errors(x, y, square, 1.0, 2.0)), tolerance::standard_errors)
      << what;
}

TEST(Normals, AreIndependentAlongEveryCoordinateOfTheAddress) {
  const std::vector<double> x = sample(root, 0);

  expect_independent(x, sample(root, 1), "cosine and sine of a block");
  expect_independent(x, sample(root, 2), "neighbouring blocks");
  expect_independent(sample(root, 1), sample(root, 2), "sine and the next cosine");
  expect_independent(x, sample(root, 0, 1), "neighbouring rows");
  expect_independent(x, sample(root, 0, 0, 1), "neighbouring trials");
  expect_independent(x, sample(root, 0, 0, std::uint64_t{1} << 32), "distant trials");
  expect_independent(x, sample(Stream(20260102).at("normals"), 0), "neighbouring seeds");
  expect_independent(x, sample(root.at(Slot::omega), 0), "parent and child");
  expect_independent(sample(root.at(Slot::omega), 0), sample(root.at(Slot::second_omega), 0),
                     "slots");
}

}  // namespace
}  // namespace kapprox
