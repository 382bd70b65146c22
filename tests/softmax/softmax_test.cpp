// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The soft and the hard maximum, and the bridge between them: as the temperature falls, the
// log-sum-exp and the weights of `softmax` go to those of `hard` no slower than two bounds say.
#include "message_of.hpp"
#include "plugins/shipped.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Answer {
  std::vector<double> weights;
  double log_sum;
};

Answer answer(const SoftmaxMethod& method, const std::vector<double>& logits) {
  Answer result{std::vector<double>(logits.size()), 0.0};
  result.log_sum = method.weights(logits, result.weights);
  return result;
}

std::shared_ptr<const SoftmaxMethod> softmax(double temperature) {
  return shipped_softmax({"softmax", {{"temperature", temperature}}});
}

std::shared_ptr<const SoftmaxMethod> hard(const std::string& ties) {
  return shipped_softmax({"hard", {{"ties", ties}}});
}

std::vector<double> normal_logits(Index n, double std, std::uint64_t seed) {
  const Matrix row = normal_rows(1, n, std, Stream(seed));
  return {row.values().begin(), row.values().end()};
}

TEST(Softmax, EqualsItsFormulaAtEveryTemperature) {
  const std::vector<double> logits = normal_logits(37, 3.0, 1);
  for (const double temperature : {0.1, 0.7, 1.0, 10.0}) {
    long double sum = 0.0L;
    for (const double logit : logits)
      sum += std::exp(static_cast<long double>(logit) / temperature);

    const Answer soft = answer(*softmax(temperature), logits);

    EXPECT_NEAR(soft.log_sum, static_cast<double>(temperature * std::log(sum)),
                tolerance::softmax_row);
    for (std::size_t j = 0; j < logits.size(); ++j)
      EXPECT_NEAR(
          soft.weights[j],
          static_cast<double>(std::exp(static_cast<long double>(logits[j]) / temperature) / sum),
          tolerance::softmax_row);
  }
}

TEST(Softmax, ThreeLogitsByHand) {
  const Answer soft = answer(*softmax(0.5), {0.0, std::log(2.0), std::log(3.0)});

  EXPECT_NEAR(soft.weights[0], 1.0 / 14.0, tolerance::softmax_row);
  EXPECT_NEAR(soft.weights[1], 4.0 / 14.0, tolerance::softmax_row);
  EXPECT_NEAR(soft.weights[2], 9.0 / 14.0, tolerance::softmax_row);
  EXPECT_NEAR(soft.log_sum, 0.5 * std::log(14.0), tolerance::softmax_row);
}

TEST(Softmax, LogSumExpIsAboveTheLargestByAtMostTemperatureTimesLogN) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<double> logits = normal_logits(50, 2.0, seed);
    const double largest = *std::max_element(logits.begin(), logits.end());
    for (const double temperature : {10.0, 1.0, 0.3, 0.1, 0.01}) {
      const double above = answer(*softmax(temperature), logits).log_sum - largest;

      EXPECT_GE(above, 0.0);
      EXPECT_LE(above, temperature * std::log(50.0));
    }
  }
}

TEST(Softmax, BothEndsOfThatBoundAreReached) {
  const Answer equal = answer(*softmax(0.3), std::vector<double>(50, 7.0));
  const Answer alone = answer(*softmax(0.3), {0.0, 500.0, 0.0});

  EXPECT_NEAR(equal.log_sum - 7.0, 0.3 * std::log(50.0), tolerance::softmax_row);
  EXPECT_EQ(alone.log_sum, 500.0);
}

TEST(Softmax, DistanceToTheHardWeightsIsBelowTheBoundOfTheGap) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<double> logits = normal_logits(50, 2.0, seed);
    const std::vector<double> one_hot = answer(*hard("first"), logits).weights;
    std::vector<double> sorted = logits;
    std::sort(sorted.rbegin(), sorted.rend());
    const double gap = sorted[0] - sorted[1];
    for (const double temperature : {10.0, 1.0, 0.3, 0.1, 0.01}) {
      const std::vector<double> soft = answer(*softmax(temperature), logits).weights;

      double distance = 0.0;
      for (std::size_t j = 0; j < soft.size(); ++j)
        distance += 0.5 * std::abs(soft[j] - one_hot[j]);
      EXPECT_NEAR(distance, 1.0 - *std::max_element(soft.begin(), soft.end()),
                  tolerance::softmax_row);
      EXPECT_LE(distance, 49.0 * std::exp(-gap / temperature) + tolerance::softmax_row);
    }
  }
}

// With all others equal the bound is (n − 1) x beside the distance (n − 1) x / (1 + (n − 1) x).
TEST(Softmax, ThatBoundIsSharpForSmallTemperatures) {
  std::vector<double> logits(50, 0.0);
  logits[20] = 1.0;
  const double x = std::exp(-1.0 / 0.05);

  const std::vector<double> soft = answer(*softmax(0.05), logits).weights;

  double others = 0.0;
  for (std::size_t j = 0; j < soft.size(); ++j)
    if (j != 20) others += soft[j];
  EXPECT_NEAR(others / (49.0 * x / (1.0 + 49.0 * x)), 1.0, tolerance::softmax_row);
}

TEST(Softmax, IsFiniteForLogitsOfAnySizeAndAnyTemperature) {
  for (const double temperature : {1e-300, 1e-3, 1.0, 1e300}) {
    const Answer soft = answer(*softmax(temperature), {1e300, -1e300, 1e300, 0.0});

    EXPECT_TRUE(std::isfinite(soft.log_sum)) << temperature;
    double sum = 0.0;
    for (const double weight : soft.weights) sum += weight;
    EXPECT_NEAR(sum, 1.0, tolerance::softmax_row) << temperature;
  }
}

TEST(Softmax, ALogitOfMinusInfinityHasNoWeight) {
  const Answer soft = answer(*softmax(1.0), {-infinity, 2.0, 2.0});

  EXPECT_EQ(soft.weights, (std::vector<double>{0.0, 0.5, 0.5}));
}

TEST(Softmax, MayOverwriteItsLogits) {
  std::vector<double> row = normal_logits(37, 3.0, 1);
  const Answer apart = answer(*softmax(0.7), row);

  const double log_sum = softmax(0.7)->weights(row, row);

  EXPECT_EQ(row, apart.weights);
  EXPECT_EQ(log_sum, apart.log_sum);
}

TEST(Hard, TiesGoToTheFirstOrAreShared) {
  const Answer first = answer(*hard("first"), {1.0, 3.0, 2.0, 3.0});
  const Answer shared = answer(*hard("uniform"), {1.0, 3.0, 2.0, 3.0});

  EXPECT_EQ(first.weights, (std::vector<double>{0.0, 1.0, 0.0, 0.0}));
  EXPECT_EQ(shared.weights, (std::vector<double>{0.0, 0.5, 0.0, 0.5}));
  EXPECT_EQ(first.log_sum, 3.0);
  EXPECT_EQ(shared.log_sum, 3.0);
}

TEST(Hard, MayOverwriteItsLogits) {
  std::vector<double> row = {1.0, 3.0, 2.0, 3.0};

  hard("uniform")->weights(row, row);

  EXPECT_EQ(row, (std::vector<double>{0.0, 0.5, 0.0, 0.5}));
}

TEST(Hard, SaysWhetherTheOrderMatters) {
  EXPECT_FALSE(hard("first")->claims().equivariant);
  EXPECT_TRUE(hard("uniform")->claims().equivariant);
}

std::shared_ptr<const SoftmaxMethod> taylor(std::int64_t half_degree) {
  return shipped_softmax({"taylor_ratio", {{"half_degree", half_degree}}});
}

// p(−1), p(0), p(2) are 1/2, 1, 5 at degree 2 and 3/8, 1, 7 at degree 4.
TEST(TaylorSoftmax, IsItsPolynomialOverTheSum) {
  const std::vector<double> logits = {-1.0, 0.0, 2.0};
  const std::vector<std::vector<double>> expected = {{0.5, 1.0, 5.0}, {0.375, 1.0, 7.0}};
  for (const std::int64_t half : {1, 2}) {
    const std::vector<double>& p = expected[static_cast<std::size_t>(half) - 1];
    const double sum = p[0] + p[1] + p[2];

    const Answer result = answer(*taylor(half), logits);

    EXPECT_NEAR(result.log_sum, std::log(sum), tolerance::softmax_row);
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(result.weights[j], p[j] / sum, tolerance::softmax_row);
  }
}

// The least value of p at degree 20 is 0.0027, near −6.2, where terms reach 80.
TEST(TaylorSoftmax, HasNoNegativeWeightAtAnyDegree) {
  for (std::int64_t half = 0; half <= 10; ++half)
    for (int step = 0; step <= 320; ++step) {
      const double x = -step / 16.0;
      EXPECT_GT(answer(*taylor(half), {x, 0.0}).weights[0], 0.0) << half << " at " << x;
    }
}

// The highest power decides where logits are large: (x/y)^R, and R log x − log R!.
TEST(TaylorSoftmax, TakesLogitsOfAnySize) {
  const Answer result = answer(*taylor(10), {1e200, 2e200});

  EXPECT_NEAR(result.weights[0], 1.0 / (1.0 + std::pow(2.0, 20)), tolerance::softmax_row);
  EXPECT_NEAR(result.log_sum, 20.0 * std::log(2e200) - std::lgamma(21.0), 1e-5);  // 2^-20 left out
}

TEST(Softmax, RefusesATemperatureThatIsNotPositive) {
  for (const double temperature : {0.0, -1.0})
    EXPECT_NE(message_of<InputError>([&] { softmax(temperature); }).find("temperature"),
              std::string::npos);
  EXPECT_NE(message_of<InputError>([] { hard("last"); }).find("first"), std::string::npos);
}

}  // namespace
}  // namespace kapprox
