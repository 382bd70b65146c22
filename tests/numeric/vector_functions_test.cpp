// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// exp, log, sine and cosine against long double, special values, and independence of position.
#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double smallest = std::numeric_limits<double>::denorm_min();
constexpr double smallest_normal = std::numeric_limits<double>::min();
constexpr double largest = std::numeric_limits<double>::max();

// `count` points from first to last, both included.
std::vector<double> linspace(double first, double last, int count) {
  std::vector<double> x(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    x[static_cast<std::size_t>(i)] = first + (last - first) * i / (count - 1);
  return x;
}

// The distance in units of the last place of the true value (of the smallest denormal near zero).
double ulps(double value, long double truth) {
  const double size = std::abs(static_cast<double>(truth));
  const double unit = std::nextafter(size, infinity) - size;
  return static_cast<double>(std::abs(static_cast<long double>(value) - truth) / unit);
}

using Function = void (*)(std::span<const double>, std::span<double>);
void vector_sin(std::span<const double> x, std::span<double> out) {
  std::vector<double> cosine(x.size());
  vector_sin_cos(x, out, cosine);
}
void vector_cos(std::span<const double> x, std::span<double> out) {
  std::vector<double> sine(x.size());
  vector_sin_cos(x, sine, out);
}

double worst_ulps(Function function, long double (*truth)(long double),
                  const std::vector<double>& x) {
  std::vector<double> y(x.size());
  function(x, y);
  double worst = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) worst = std::max(worst, ulps(y[i], truth(x[i])));
  return worst;
}

double value_of(Function function, double x) {
  double y = 0.0;
  function({&x, 1}, {&y, 1});
  return y;
}

TEST(VectorExp, IsNearTheTruthOverItsWholeRange) {
  EXPECT_LT(worst_ulps(vector_exp, std::exp, linspace(-745.0, 709.7, 200001)), tolerance::exp_ulp);
  EXPECT_LT(worst_ulps(vector_exp, std::exp, linspace(-1.0, 1.0, 100001)), tolerance::exp_ulp);
}

TEST(VectorExp, RoundsDenormalResults) {
  EXPECT_LT(worst_ulps(vector_exp, std::exp, linspace(-745.0, -708.0, 20001)), tolerance::exp_ulp);
  EXPECT_EQ(value_of(vector_exp, -745.13), smallest);
}

TEST(VectorExp, KeepsIeeeSpecialValues) {
  EXPECT_TRUE(std::isnan(value_of(vector_exp, not_a_number)));
  EXPECT_EQ(value_of(vector_exp, infinity), infinity);
  EXPECT_EQ(value_of(vector_exp, -infinity), 0.0);
  EXPECT_EQ(value_of(vector_exp, 709.79), infinity);
  EXPECT_EQ(value_of(vector_exp, largest), infinity);
  EXPECT_EQ(value_of(vector_exp, -745.14), 0.0);
  EXPECT_EQ(value_of(vector_exp, -largest), 0.0);
  EXPECT_EQ(value_of(vector_exp, 0.0), 1.0);
  EXPECT_EQ(value_of(vector_exp, -0.0), 1.0);
  EXPECT_EQ(value_of(vector_exp, smallest), 1.0);
}

TEST(VectorLog, IsNearTheTruth) {
  std::vector<double> wide = linspace(-708.0, 709.0, 100001);
  for (double& x : wide) x = std::exp(x);

  EXPECT_LT(worst_ulps(vector_log, std::log, wide), tolerance::log_ulp);
  EXPECT_LT(worst_ulps(vector_log, std::log, linspace(0.5, 2.0, 100001)), tolerance::log_ulp);
  EXPECT_LT(worst_ulps(vector_log, std::log, linspace(1.0 - 1e-9, 1.0 + 1e-9, 10001)),
            tolerance::log_ulp);
}

TEST(VectorLog, TakesDenormals) {
  const std::vector<double> tiny = {smallest, 3 * smallest, 1e-310, smallest_normal / 2,
                                    smallest_normal};

  EXPECT_LT(worst_ulps(vector_log, std::log, tiny), tolerance::log_ulp);
}

TEST(VectorLog, KeepsIeeeSpecialValues) {
  EXPECT_EQ(value_of(vector_log, 0.0), -infinity);
  EXPECT_EQ(value_of(vector_log, -0.0), -infinity);
  EXPECT_EQ(value_of(vector_log, infinity), infinity);
  EXPECT_TRUE(std::isnan(value_of(vector_log, not_a_number)));
  EXPECT_TRUE(std::isnan(value_of(vector_log, -1.0)));
  EXPECT_TRUE(std::isnan(value_of(vector_log, -smallest)));
  EXPECT_TRUE(std::isnan(value_of(vector_log, -infinity)));
  EXPECT_EQ(value_of(vector_log, 1.0), 0.0);
  EXPECT_NEAR(value_of(vector_log, largest), 709.782712893384, 1e-12);  // ten digits of the truth
}

TEST(VectorSinCos, IsNearTheTruthUpToTheBoundOfTheReduction) {
  for (const double bound : {1.0, 10.0, 1e3, 1e6, 1e9}) {
    const std::vector<double> x = linspace(-bound, bound * 0.999, 50001);

    EXPECT_LT(worst_ulps(vector_sin, std::sin, x), tolerance::sin_cos_ulp) << bound;
    EXPECT_LT(worst_ulps(vector_cos, std::cos, x), tolerance::sin_cos_ulp) << bound;
  }
}

TEST(VectorSinCos, IsNearTheTruthBesideMultiplesOfHalfPi) {
  constexpr int turns = 20'000;
  std::vector<double> x;
  x.reserve(turns + 1);
  for (int k = 0; k < turns; ++k) x.push_back(static_cast<double>(k * 1.5707963267948966192L));
  x.push_back(1073741820.5);

  EXPECT_LT(worst_ulps(vector_sin, std::sin, x), tolerance::sin_cos_ulp);
  EXPECT_LT(worst_ulps(vector_cos, std::cos, x), tolerance::sin_cos_ulp);
}

TEST(VectorSinCos, LeavesHugeArgumentsToTheCLibrary) {
  for (const double x : {1073741825.0, -1e10, 1e22, largest}) {
    EXPECT_EQ(value_of(vector_sin, x), std::sin(x));
    EXPECT_EQ(value_of(vector_cos, x), std::cos(x));
  }
}

TEST(VectorSinCos, KeepsIeeeSpecialValues) {
  for (const double x : {not_a_number, infinity, -infinity}) {
    EXPECT_TRUE(std::isnan(value_of(vector_sin, x)));
    EXPECT_TRUE(std::isnan(value_of(vector_cos, x)));
  }
  EXPECT_EQ(value_of(vector_sin, smallest), smallest);
  EXPECT_EQ(value_of(vector_cos, smallest), 1.0);
  EXPECT_TRUE(std::signbit(value_of(vector_sin, -0.0)));
}

class EveryFunction : public testing::TestWithParam<Function> {};
INSTANTIATE_TEST_SUITE_P(VectorMath, EveryFunction,
                         testing::Values(&vector_exp, &vector_log, &vector_sin, &vector_cos));

// Full vectors and the rest behind them must agree to the last bit.
TEST_P(EveryFunction, GivesAnElementTheSameBitsAtEveryPosition) {
  const std::vector<double> x = linspace(0.125, 30.0, 41);
  std::vector<double> whole(x.size());
  GetParam()(x, whole);

  for (std::size_t first = 0; first < x.size(); ++first)
    for (std::size_t count = 1; first + count <= x.size(); ++count) {
      std::vector<double> part(count);
      GetParam()(std::span(x).subspan(first, count), part);
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(std::bit_cast<std::uint64_t>(part[i]),
                  std::bit_cast<std::uint64_t>(whole[first + i]));
    }
}

TEST_P(EveryFunction, MayOverwriteItsInput) {
  std::vector<double> x = linspace(0.125, 30.0, 21);
  x[4] = 1e12;  // the slow way of sine and cosine
  std::vector<double> expected(x.size());
  GetParam()(x, expected);

  GetParam()(x, x);

  EXPECT_EQ(x, expected);
}

TEST_P(EveryFunction, LeavesWhatLiesBehindTheSpanAlone) {
  std::vector<double> x(13, 0.5);
  std::vector<double> out(16, -7.0);

  GetParam()(x, std::span(out).first(13));

  EXPECT_EQ(out[13], -7.0);
  EXPECT_EQ(out[15], -7.0);
}

TEST_P(EveryFunction, TakesEmptySpans) { EXPECT_NO_THROW(GetParam()({}, {})); }

TEST(VectorMath, RefusesSizesThatDisagree) {
  std::vector<double> two(2);
  std::vector<double> three(3);

  EXPECT_THROW(vector_exp(two, three), Error);
  EXPECT_THROW(vector_log(two, three), Error);
  EXPECT_THROW(vector_sin_cos(two, three, two), Error);
  EXPECT_THROW(vector_sin_cos(two, two, three), Error);
}

}  // namespace
}  // namespace kapprox
