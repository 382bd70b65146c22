// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Bounds that are theorems, over random blocks of every size, spread and query.
#include "block_sparse/blocks.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

struct RandomCase {
  Matrix keys;
  Matrix query;
  Matrix landmark;
  double exact;
  double slack;  // rounding

  // Widths 1 … 6, sizes 1 … 9, logits from small ones to some hundreds.
  explicit RandomCase(std::uint64_t i)
      : RandomCase(static_cast<Index>(i % 6) + 1, static_cast<Index>(i / 6 % 9) + 1,
                   std::exp2(static_cast<double>(i % 11) / 2.0 - 3.0), Stream(7).at(i)) {}

 private:
  RandomCase(Index d, Index n, double std, const Stream& stream)
      : keys(normal_rows(n, d, 1.5, stream.at(0))),
        query(normal_rows(1, d, std, stream.at(1))),
        landmark(normal_rows(1, d, 1.0, stream.at(2))),
        exact(PlainBlock(keys, query.row(0)).log_mass),
        slack(tolerance::block_score * std::max(1.0, std::abs(exact))) {}
};

// A mean query of one query is a landmark that is given.
TEST(BlockBounds, HilsIsALowerBoundForAnyLandmark) {
  for (const char* landmark : {"zero", "mean_key", "mean_query", "last"}) {
    const std::shared_ptr<const BlockScorer> scorer =
        shipped_scorer({"hils", {{"landmark", std::string(landmark)}}});
    double nearest = 1e9;
    for (std::uint64_t i = 0; i < 10000; ++i) {
      const RandomCase one(i);

      const double score = score_of(*scorer, one.keys, one.query.row(0), one.landmark);

      ASSERT_LE(score, one.exact + one.slack) << landmark << ", case " << i;
      if (one.keys.rows() > 1) nearest = std::min(nearest, one.exact - score);
    }
    EXPECT_GE(nearest, -1e-9);
    EXPECT_LT(nearest, 1e-3) << landmark;  // at small queries the bound is near
  }
}

TEST(BlockBounds, HilsTouchesTheLogSumExpAtItsLandmark) {
  const std::shared_ptr<const BlockScorer> scorer =
      shipped_scorer({"hils", {{"landmark", std::string("mean_query")}}});
  for (std::uint64_t i = 0; i < 200; ++i) {
    const RandomCase one(i);
    const double exact = PlainBlock(one.keys, one.landmark.row(0)).log_mass;

    const double score = score_of(*scorer, one.keys, one.landmark.row(0), one.landmark);

    expect_score(score, exact, tolerance::block_score);
  }
}

// Landmarks that are made of the block: its last key, and the mean of its keys.
TEST(BlockBounds, HilsTouchesTheLogSumExpAtItsOwnLandmarks) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    const RandomCase one(i);
    const std::span<const double> last = one.keys.row(one.keys.rows() - 1);
    const std::vector<double> mean = mean_row(one.keys);

    const double at_last = score_of({"hils", {{"landmark", std::string("last")}}}, one.keys, last);
    const double at_mean =
        score_of({"hils", {{"landmark", std::string("mean_key")}}}, one.keys, mean);

    expect_score(at_last, PlainBlock(one.keys, last).log_mass, tolerance::block_score);
    expect_score(at_mean, PlainBlock(one.keys, mean).log_mass, tolerance::block_score);
  }
}

TEST(BlockBounds, HilsAroundZeroIsTheMeanKeyWithLogSize) {
  const std::shared_ptr<const BlockScorer> hils =
      shipped_scorer({"hils", {{"landmark", std::string("zero")}}});
  const std::shared_ptr<const BlockScorer> mean = shipped_scorer({"mean", {}});
  for (std::uint64_t i = 0; i < 200; ++i) {
    const RandomCase one(i);

    const double tangent = score_of(*hils, one.keys, one.query.row(0));

    expect_score(tangent, score_of(*mean, one.keys, one.query.row(0)), tolerance::block_score);
  }
}

// And with the covariance there, the second order.
TEST(BlockBounds, HilsOfOrderTwoAroundZeroIsTheSecondOrder) {
  const std::shared_ptr<const BlockScorer> hils =
      shipped_scorer({"hils", {{"landmark", std::string("zero")}, {"order", std::int64_t{2}}}});
  const std::shared_ptr<const BlockScorer> second = shipped_scorer({"second_order", {}});
  for (std::uint64_t i = 0; i < 200; ++i) {
    const RandomCase one(i);

    const double score = score_of(*hils, one.keys, one.query.row(0));

    expect_score(score, score_of(*second, one.keys, one.query.row(0)), tolerance::block_score);
  }
}

// S_B(μ + ε u) by its first two tilted cumulants: what is left falls as ε³, by 8 where ε halves.
TEST(BlockBounds, HilsOfOrderTwoLeavesTheThirdPowerOfTheStep) {
  const Matrix keys = normal_rows(9, 4, 1.0, Stream(61));
  const Matrix landmark = normal_rows(1, 4, 1.0, Stream(62));
  const Matrix direction = normal_rows(1, 4, 1.0, Stream(63));
  const std::shared_ptr<const BlockScorer> hils = shipped_scorer(
      {"hils", {{"landmark", std::string("mean_query")}, {"order", std::int64_t{2}}}});
  const auto rest = [&](double step) {
    std::vector<double> query(4);
    for (Index l = 0; l < 4; ++l)
      query[static_cast<std::size_t>(l)] = landmark(0, l) + step * direction(0, l);
    return score_of(*hils, keys, query, landmark) - PlainBlock(keys, query).log_mass;
  };

  EXPECT_NEAR(rest(0.02) / rest(0.01), 8.0, 0.4);  // the fourth order is a hundredth of the third
  EXPECT_GT(std::abs(rest(0.02)), 1e-9);           // far above rounding
}

TEST(BlockBounds, GivenLandmarksAreMeanQueriesOfOne) {
  const RandomCase one(17);
  GivenList list;
  for (const double number : one.landmark.values()) list.values.emplace_back(number);
  const MethodSpec given = {
      "hils", {{"landmark", std::string("given")}, {"vector", std::make_shared<GivenList>(list)}}};
  const MethodSpec mean_query = {"hils", {{"landmark", std::string("mean_query")}}};

  const double found = score_of(given, one.keys, one.query.row(0));

  EXPECT_EQ(found, score_of(mean_query, one.keys, one.query.row(0), one.landmark));
}

const MethodSpec largest_logit = {"max", {{"of", std::string("keys")}}};

TEST(BlockBounds, MeanIsALowerBoundTheLargestLogitAnUpperOneAndTheBoxAboveIt) {
  const std::shared_ptr<const BlockScorer> mean = shipped_scorer({"mean", {}});
  const std::shared_ptr<const BlockScorer> keys = shipped_scorer(largest_logit);
  const std::shared_ptr<const BlockScorer> box = shipped_scorer({"max", {}});
  for (std::uint64_t i = 0; i < 10000; ++i) {
    const RandomCase one(i);

    ASSERT_LE(score_of(*mean, one.keys, one.query.row(0)), one.exact + one.slack) << i;
    const double largest = score_of(*keys, one.keys, one.query.row(0));
    ASSERT_GE(largest, one.exact - one.slack) << i;
    ASSERT_GE(score_of(*box, one.keys, one.query.row(0)), largest - one.slack) << i;
  }
}

TEST(BlockBounds, TheLargestLogitIsThatOfTheKeys) {
  const Matrix keys = normal_rows(7, 3, 1.0, Stream(51));
  const Matrix query = normal_rows(1, 3, 2.0, Stream(52));
  double largest = -1e9;
  for (Index t = 0; t < 7; ++t) largest = std::max(largest, dot(query.row(0), keys.row(t)));

  expect_score(score_of(largest_logit, keys, query.row(0)), std::log(7.0) + largest,
               tolerance::block_score);
}

// The box of one key is the key; in one dimension it is the largest logit.
TEST(BlockBounds, TheBoxIsTightForOneKeyAndOnALine) {
  const Matrix line = line_of({-2.0, 0.5, 1.0});
  const std::vector<double> minus = {-3.0};
  const RandomCase one(5);  // d = 6, n = 1

  expect_score(score_of({"max", {}}, line, minus), std::log(3.0) + 6.0, tolerance::block_score);
  expect_score(score_of({"max", {}}, one.keys, one.query.row(0)), one.exact,
               tolerance::block_score);
}

}  // namespace
}  // namespace kapprox
