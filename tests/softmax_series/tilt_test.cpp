// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The series under weights p: log-sum-exp around a landmark μ with p = softmax(μ·k), as block
// scores need it: LSE_j(q·k_j) = LSE_j(μ·k_j) + log Σ_j p_j exp((q − μ)·k_j).
#include "softmax_series/series.hpp"

#include "cumulant_series.hpp"
#include "plugins/shipped.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

struct Block {
  std::vector<double> at_landmark;  // μ·k_j
  std::vector<double> at_query;     // q·k_j
  std::vector<double> moved;        // (q − μ)·k_j
  std::vector<double> p;
};

double log_sum_exp(const std::vector<double>& logits) {
  double sum = 0.0;
  for (const double x : logits) sum += std::exp(x);
  return std::log(sum);
}

Block some_block() {
  const Matrix keys = normal_rows(32, 6, 1.0, Stream(6));
  const Matrix both = normal_rows(2, 6, 0.5, Stream(7));
  Block block;
  for (Index j = 0; j < keys.rows(); ++j) {
    block.at_landmark.push_back(dot(both.row(0), keys.row(j)));
    block.moved.push_back(0.2 * dot(both.row(1), keys.row(j)));
    block.at_query.push_back(block.at_landmark.back() + block.moved.back());
  }
  for (const double x : block.at_landmark)
    block.p.push_back(std::exp(x - log_sum_exp(block.at_landmark)));
  return block;
}

double expanded(const Block& block, Index order, std::vector<double>* weights = nullptr) {
  std::vector<double> out(block.p.size());
  const double result = expand_softmax(block.moved, block.p, order, out);
  if (weights != nullptr) *weights = out;
  return result;
}

// With k' = Σ p_j k_j and b' = −Σ p_j log p_j: the tangent at μ, and a lower bound.
TEST(TiltedSeries, OrderOneIsTheTangentAtTheLandmark) {
  const Block block = some_block();
  double tangent = 0.0;
  for (std::size_t j = 0; j < block.p.size(); ++j)
    tangent += block.p[j] * (block.at_query[j] - std::log(block.p[j]));

  const double score = log_sum_exp(block.at_landmark) + expanded(block, 1);

  EXPECT_NEAR(score, tangent, tolerance::two_routes);
  EXPECT_LT(score, log_sum_exp(block.at_query));
}

TEST(TiltedSeries, OrderTwoAddsHalfTheTiltedVariance) {
  const Block block = some_block();
  double mean = 0.0;
  double square = 0.0;
  for (std::size_t j = 0; j < block.p.size(); ++j) {
    mean += block.p[j] * block.moved[j];
    square += block.p[j] * block.moved[j] * block.moved[j];
  }

  EXPECT_NEAR(expanded(block, 2) - expanded(block, 1), 0.5 * (square - mean * mean),
              tolerance::two_routes);
}

TEST(TiltedSeries, HighOrdersAreTheSoftmaxAtTheQuery) {
  const Block block = some_block();
  std::vector<double> weights;

  const double score = log_sum_exp(block.at_landmark) + expanded(block, 60, &weights);

  EXPECT_NEAR(score, log_sum_exp(block.at_query), tolerance::two_routes);
  for (std::size_t j = 0; j < weights.size(); ++j)
    EXPECT_NEAR(weights[j], std::exp(block.at_query[j] - log_sum_exp(block.at_query)),
                tolerance::two_routes);
}

TEST(TiltedSeries, EqualWeightsAreNoTilt) {
  const std::vector<double> logits = some_block().moved;
  const std::vector<double> equal(logits.size(), 1.0 / double(logits.size()));
  std::vector<double> tilted(logits.size());
  std::vector<double> plain(logits.size());

  for (const Index order : {0, 1, 2, 6}) {
    const double with = expand_softmax(logits, equal, order, tilted);
    const double without = expand_softmax(logits, {}, order, plain);

    EXPECT_NEAR(with, without, tolerance::closed_form);
    for (std::size_t j = 0; j < plain.size(); ++j)
      EXPECT_NEAR(tilted[j], plain[j], tolerance::closed_form);
  }
}

}  // namespace
}  // namespace kapprox
