// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Efficient attention against its formula in long double, prefix by prefix and window by window.
#include "attention_methods/run.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

const MethodSpec efficient = {"efficient", {}};

// Σ_f softmax_f(q_i) · softmax_j(k_f) over what query i sees.
Matrix plain_weights(const Head& head, const Mask& mask) {
  const Index n_q = head.queries.rows();
  const Index n_k = head.keys.rows();
  Matrix weights(n_q, n_k);
  for (Index i = 0; i < n_q; ++i) {
    long double query_mass = 0.0L;
    for (const double q : head.queries.row(i)) query_mass += std::exp(static_cast<long double>(q));
    for (Index f = 0; f < head.keys.cols(); ++f) {
      long double mass = 0.0L;
      for (Index j = 0; j < n_k; ++j)
        if (mask.allows(i, j, n_q, n_k))
          mass += std::exp(static_cast<long double>(head.keys(j, f)));
      for (Index j = 0; j < n_k; ++j)
        if (mask.allows(i, j, n_q, n_k))
          weights(i, j) += static_cast<double>(
              std::exp(static_cast<long double>(head.queries(i, f))) / query_mass *
              std::exp(static_cast<long double>(head.keys(j, f))) / mass);
    }
  }
  return weights;
}

TEST(Efficient, EqualsItsFormulaUnderEveryMask) {
  for (const auto& [queries, keys] : {std::pair<Index, Index>{1, 1}, {40, 40}, {5, 60}, {60, 5}})
    for (const Mask& mask : masks_of(keys)) {
      SCOPED_TRACE(mask.words());
      const Head head(queries, keys, 5, 11, 1.0);
      const Matrix weights = plain_weights(head, mask);
      Matrix rows(queries, 11);
      for (Index i = 0; i < queries; ++i)
        for (Index j = 0; j < keys; ++j)
          for (Index c = 0; c < 11; ++c) rows(i, c) += weights(i, j) * head.values(j, c);

      EXPECT_LT(largest_difference(output_of(efficient, head, mask).rows, rows),
                tolerance::attention_row);
      EXPECT_LT(largest_difference(weights_of(efficient, head, mask), weights),
                tolerance::attention_row);
    }
}

// Each feature has its own denominator. With one per row instead, exp(q)·exp(k) with normalised
// rows, the answer is another.
TEST(Efficient, IsNotExponentialFeaturesWithNormalisedRows) {
  const Head head(40, 40, 5, 3, 1.0);
  Matrix normalised(40, 40);
  for (Index i = 0; i < 40; ++i) {
    double mass = 0.0;
    for (Index j = 0; j < 40; ++j) {
      for (Index f = 0; f < 5; ++f)
        normalised(i, j) += std::exp(head.queries(i, f) + head.keys(j, f));
      mass += normalised(i, j);
    }
    for (double& weight : normalised.row(i)) weight /= mass;
  }

  EXPECT_GT(largest_difference(weights_of(efficient, head), normalised), 1e-3);
}

// Errata 15: dropping the position softmax is no question of where to normalise.
TEST(Efficient, TwoKeysByHand) {
  Head head(1, 2, 2, 1, 1.0);
  head.queries(0, 0) = 0.0;
  head.queries(0, 1) = std::log(3.0);  // shares 1/4, 3/4
  head.keys(0, 0) = 0.0;
  head.keys(1, 0) = std::log(4.0);  // feature 0: 1/5, 4/5
  head.keys(0, 1) = std::log(2.0);
  head.keys(1, 1) = 0.0;  // feature 1: 2/3, 1/3

  const Matrix weights = weights_of(efficient, head);

  EXPECT_NEAR(weights(0, 0), 1.0 / 20.0 + 1.0 / 2.0, tolerance::attention_row);
  EXPECT_NEAR(weights(0, 1), 4.0 / 20.0 + 1.0 / 4.0, tolerance::attention_row);
}

TEST(Efficient, KeysThatRiseByThousandsLoseNothing) {
  Head head(30, 30, 3, 2, 1.0);
  for (Index j = 0; j < 30; ++j)
    for (double& value : head.keys.row(j)) value += 100.0 * static_cast<double>(j);

  const AttentionOutput out = output_of(efficient, head, causal_mask());

  // The newest key has all the weight of every feature.
  EXPECT_LT(largest_difference(out.rows, head.values), tolerance::attention_row);
}

TEST(Efficient, HasNoDenominatorAndIsNotTurned) {
  const Head head(6, 6, 4, 2, 1.0);
  const Problem reduced = {head.queries, head.keys, head.values, 9};

  EXPECT_TRUE(output_of(efficient, head).normalisers.empty());
  EXPECT_THROW(shipped_attention(efficient)->prepare(reduced, {}), Error);
}

}  // namespace
}  // namespace kapprox
