// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Scores against their formulas, and the numbers of the block whose logits are 0, 1, 2, 3.
#include "block_sparse/blocks.hpp"
#include "message_of.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

const std::vector<double> one = {1.0};

MethodSpec series(Index order) { return {"series", {{"order", std::int64_t{order}}}}; }

MethodSpec covariance(const std::string& kept, Index rank = 1) {
  return {"second_order", {{"covariance", kept}, {"rank", std::int64_t{rank}}}};
}

// Case S5 (e): five decimals.
TEST(BlockScores, AreThePrintedNumbersOfOneBlock) {
  const Matrix keys = line_of({0.0, 1.0, 2.0, 3.0});
  constexpr double five_decimals = 5.1e-6;

  EXPECT_NEAR(score_of({"exact", {}}, keys, one), 3.44019, five_decimals);
  EXPECT_NEAR(score_of(series(1), keys, one), 2.88629, five_decimals);
  EXPECT_NEAR(score_of(series(2), keys, one), 3.51129, five_decimals);
  EXPECT_NEAR(score_of(series(3), keys, one), 3.51129, five_decimals);
  EXPECT_NEAR(score_of(series(4), keys, one), 3.42275, five_decimals);
  EXPECT_NEAR(score_of({"mean", {}}, keys, one), 2.88629, five_decimals);
  EXPECT_NEAR(score_of({"second_order", {}}, keys, one), 3.51129, five_decimals);
}

// Case S5: the last block of 10 keys in blocks of 4 has 2, and its own size, mean and covariance,
// divided by that size.
TEST(BlockScores, TakeAShortBlockByItsOwnSize) {
  const Matrix keys = line_of({1.0, 3.0});

  const double mean = score_of({"mean", {}}, keys, one);
  const double second = score_of({"second_order", {}}, keys, one);

  expect_score(mean, std::log(2.0) + 2.0, tolerance::block_score);
  expect_score(second, std::log(2.0) + 2.0 + 0.5 * 1.0, tolerance::block_score);
}

TEST(BlockScores, AreTheirFormulas) {
  for (const Index n : {1, 2, 9, 40}) {
    const Matrix keys = normal_rows(n, 6, 0.8, Stream(1).at(static_cast<std::uint64_t>(n)));
    const Matrix query = normal_rows(1, 6, 0.6, Stream(2));
    const PlainBlock plain(keys, query.row(0));
    const double size = std::log(static_cast<double>(n));
    const auto score = [&](const MethodSpec& spec) { return score_of(spec, keys, query.row(0)); };

    expect_score(score({"exact", {}}), plain.log_mass, tolerance::block_score);
    expect_score(score({"mean", {}}), size + plain.mean, tolerance::block_score);
    expect_score(score({"mean", {{"log_size", false}}}), plain.mean, tolerance::block_score);
    const double second = size + plain.mean + 0.5 * plain.variance;
    expect_score(score(covariance("full")), second, tolerance::block_score);
    expect_score(score(covariance("low_rank", 6)), second, tolerance::block_score);
    expect_score(score(covariance("low_rank", 4096)), second, tolerance::block_score);
    expect_score(score({"spla", {}}), plain.mean + std::log(1.0 + 0.5 * plain.variance),
                 tolerance::block_score);
  }
}

// Σ_l Σ_ll q_l²: of keys one coordinate at a time.
TEST(BlockScores, DiagonalSumsTheVariancesOfCoordinates) {
  const Matrix keys = normal_rows(9, 6, 0.8, Stream(3));
  const Matrix query = normal_rows(1, 6, 0.6, Stream(4));
  double expected = std::log(9.0) + PlainBlock(keys, query.row(0)).mean;
  for (Index l = 0; l < 6; ++l)
    expected += 0.5 * PlainBlock(ConstMatrixView(keys).columns_from(l, 1),
                                 query.row(0).subspan(static_cast<std::size_t>(l), 1))
                          .variance;

  const double found = score_of(covariance("diagonal"), keys, query.row(0));

  expect_score(found, expected, tolerance::block_score);
}

// Keys on two axes: variance 4 along the first, 1 along the second.
TEST(BlockScores, LowRankKeepsTheLargestEigenvalues) {
  Matrix keys(4, 2);
  keys(0, 0) = std::sqrt(8.0);
  keys(1, 0) = -std::sqrt(8.0);
  keys(2, 1) = std::sqrt(2.0);
  keys(3, 1) = -std::sqrt(2.0);
  const std::vector<double> query = {0.5, 2.0};

  const double found = score_of(covariance("low_rank", 1), keys, query);

  expect_score(found, std::log(4.0) + 0.5 * 4.0 * 0.25, tolerance::block_score);
}

// The softmax method of that name, on the logits themselves.
TEST(BlockScores, SeriesIsTheSeriesOfTheLogits) {
  for (const Index order : {1, 2, 3, 4, 6}) {
    Matrix keys = normal_rows(20, 3, 0.7, Stream(5));
    for (Index t = 0; t < 20; ++t) keys(t, 1) += 3.0;  // what all keys share
    const Matrix query = normal_rows(1, 3, 0.7, Stream(6));
    std::vector<double> logits;
    for (Index t = 0; t < 20; ++t) logits.push_back(dot(keys.row(t), query.row(0)));
    const double expected = shipped_softmax(series(order))->weights(logits, logits);

    const double found = score_of(series(order), keys, query.row(0));

    expect_score(found, expected, tolerance::block_series);
  }
}

TEST(BlockScores, SeriesRefusesMoreMomentsThanABlockMayHave) {
  const std::shared_ptr<const BlockScorer> scorer = shipped_scorer(series(8));
  Problem problem;
  problem.ambient_dim = 64;

  const std::string prepared =
      message_of<InputError>([&] { scorer->prepare({problem.ambient_dim}); });

  EXPECT_NE(prepared.find("series: order 8 over 64 dimensions"), std::string::npos) << prepared;
  EXPECT_THROW(scorer->check_problem(problem), InputError);
}

TEST(BlockScores, HilsRefusesVectorsThatDoNotFit) {
  const GivenList two = {{1.0, 2.0}};
  const GivenValue vector = std::make_shared<GivenList>(two);
  const std::string given = "given";
  const std::shared_ptr<const BlockScorer> scorer =
      shipped_scorer({"hils", {{"landmark", given}, {"vector", vector}}});

  EXPECT_THROW(shipped_scorer({"hils", {{"landmark", given}}}), InputError);
  EXPECT_THROW(shipped_scorer({"hils", {{"vector", vector}}}), InputError);
  EXPECT_THROW(scorer->prepare({3}), InputError);
  EXPECT_NO_THROW(scorer->prepare({2}));
}

TEST(BlockScores, CostWhatTheyKeep) {
  const auto kept = [](const MethodSpec& spec) {
    return shipped_scorer(spec)->cost(32, 10).summary_numbers;
  };

  EXPECT_EQ(kept({"exact", {}}), 320.0);
  EXPECT_EQ(kept({"max", {}}), 20.0);
  EXPECT_EQ(kept({"mean", {}}), 10.0);
  EXPECT_EQ(kept({"spla", {}}), 65.0);
  EXPECT_EQ(kept({"hils", {}}), 11.0);
  EXPECT_EQ(kept(covariance("full")), 65.0);
  EXPECT_EQ(kept(covariance("diagonal")), 20.0);
  EXPECT_EQ(kept(covariance("low_rank", 3)), 40.0);
  EXPECT_EQ(kept(series(2)), 75.0);  // 66 monomials, one of them the size; an origin of 10 numbers
}

}  // namespace
}  // namespace kapprox
