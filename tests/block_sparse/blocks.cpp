// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "block_sparse/blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace kapprox {

double score_of(const BlockScorer& scorer, ConstMatrixView keys, std::span<const double> query,
                ConstMatrixView calibration) {
  const PreparedScorer prepared = scorer.prepare({keys.cols, calibration});
  const std::unique_ptr<BlockSummary> block = prepared.begin_block();
  block->add(keys);
  return block->score(query);
}

double score_of(const MethodSpec& spec, ConstMatrixView keys, std::span<const double> query,
                ConstMatrixView calibration) {
  return score_of(*shipped_scorer(spec), keys, query, calibration);
}

PlainBlock::PlainBlock(ConstMatrixView keys, std::span<const double> query) {
  std::vector<long double> logits;
  long double sum = 0.0L;
  for (Index t = 0; t < keys.rows; ++t) {
    long double logit = 0.0L;
    for (Index l = 0; l < keys.cols; ++l)
      logit += static_cast<long double>(keys(t, l)) * query[static_cast<std::size_t>(l)];
    logits.push_back(logit);
    sum += logit;
  }
  const auto count = static_cast<long double>(keys.rows);
  const long double largest = *std::max_element(logits.begin(), logits.end());
  long double mass = 0.0L;
  long double squares = 0.0L;
  for (const long double logit : logits) {
    mass += std::exp(logit - largest);
    squares += (logit - sum / count) * (logit - sum / count);
  }
  log_mass = static_cast<double>(largest + std::log(mass));
  mean = static_cast<double>(sum / count);
  variance = static_cast<double>(squares / count);
}

Matrix line_of(const std::vector<double>& numbers) {
  Matrix keys(static_cast<Index>(numbers.size()), 1);
  std::copy(numbers.begin(), numbers.end(), keys.values().begin());
  return keys;
}

void expect_score(double found, double expected, double relative) {
  EXPECT_NEAR(found, expected, relative * std::max(1.0, std::abs(expected)));
}

std::vector<MethodSpec> all_scorers(Index dim) {
  std::vector<double> numbers(static_cast<std::size_t>(dim), 0.25);
  GivenList vector;
  for (const double number : numbers) vector.values.emplace_back(number);
  return {{"exact", {}},
          {"max", {}},
          {"max", {{"of", std::string("keys")}}},
          {"mean", {}},
          {"mean", {{"log_size", false}}},
          {"second_order", {}},
          {"second_order", {{"covariance", std::string("diagonal")}}},
          {"second_order", {{"covariance", std::string("low_rank")}, {"rank", std::int64_t{2}}}},
          {"series", {{"order", std::int64_t{1}}}},
          {"series", {{"order", std::int64_t{4}}}},
          {"spla", {}},
          {"hils", {{"landmark", std::string("zero")}}},
          {"hils", {{"landmark", std::string("mean_key")}}},
          {"hils", {{"landmark", std::string("mean_query")}}},
          {"hils", {{"landmark", std::string("last")}}},
          {"hils", {{"landmark", std::string("mean_key")}, {"order", std::int64_t{2}}}},
          {"hils",
           {{"landmark", std::string("given")}, {"vector", std::make_shared<GivenList>(vector)}}}};
}

}  // namespace kapprox
