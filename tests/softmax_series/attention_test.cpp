// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Attention by joint moments against the plain series on logits.
#include "softmax_series/series.hpp"

#include "plugins/shipped.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

TEST(SeriesAttention, AgreesWithTheSeriesOnLogits) {
  for (const Index n : {1, 7, 63, 300})
    for (const Index dim : {1, 3, 8}) {
      if (n == 300 && dim == 3) continue;  // the plain reference takes most of the time
      const Head head(n, n, dim, 4, 0.5);
      for (Index order = 0; order <= 4; ++order)
        for (const Mask& mask : {Mask{}, causal_mask()}) {
          const Matrix truth = plain_attention_weights(head, mask, order);

          const AttentionOutput output = output_of(*series_attention(order), head, mask);

          expect_rows(output, truth, head.values, tolerance::series_attention);
          EXPECT_TRUE(output.normalisers.empty());
        }
    }
}

TEST(SeriesAttention, TakesOtherNumbersOfQueriesThanKeys) {
  for (const Index queries : {1, 40, 200})
    for (const Index keys : {5, 130}) {
      const Head head(queries, keys, 5, 3, 0.5);
      for (const Mask& mask : {Mask{}, causal_mask()}) {
        const Matrix truth = plain_attention_weights(head, mask, 3);

        const AttentionOutput output = output_of(*series_attention(3), head, mask);

        expect_rows(output, truth, head.values, tolerance::series_attention);
      }
    }
}

TEST(SeriesAttention, PowersBeyondTheRangeOfDoubleAreFlagged) {
  const Head head(3, 100, 2, 2, 1e150);
  for (const Mask& mask : {Mask{}, causal_mask()}) {
    const AttentionOutput output = output_of(*series_attention(2), head, mask);
    const Matrix weights = weights_of(*series_attention(2), head, mask);

    for (Index i = 0; i < 3; ++i)
      EXPECT_EQ(output.flags[static_cast<std::size_t>(i)], RowFlag::no_mass);
    expect_rows(output, weights, head.values, tolerance::series_attention);
    EXPECT_DOUBLE_EQ(weights(2, 0), 0.01);
  }
}

// v̄ + Cov(v, k) q, by hand: keys ∓1 and values 0, 1 about a mean of ½, with covariance ½.
TEST(SeriesAttention, OrderOneIsTheMeanAndTheCovariance) {
  Head head(1, 2, 1, 1, 1.0);
  head.queries(0, 0) = 0.25;
  head.keys(0, 0) = -1.0;
  head.keys(1, 0) = 1.0;
  head.values(0, 0) = 0.0;
  head.values(1, 0) = 1.0;

  const AttentionOutput output = output_of(*series_attention(1), head, {});

  EXPECT_NEAR(output.rows(0, 0), 0.5 + 0.5 * 0.25, tolerance::closed_form);
}

// The article prints 1/n + q·(k_i − k̄), which also sums to 1: the second term needs 1/n as well.
TEST(SeriesAttention, OrderOneWeightsCarryOneOverN) {
  const Head head(6, 9, 4, 2, 0.5);
  const std::vector<double> mean = mean_row(head.keys);

  const Matrix weights = weights_of(*series_attention(1), head, {});

  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 9; ++j) {
      const double logit =
          dot(head.queries.row(i), head.keys.row(j)) - dot(head.queries.row(i), mean);
      EXPECT_NEAR(weights(i, j), 1.0 / 9.0 + logit / 9.0, tolerance::closed_form);
    }
}

TEST(SeriesAttention, OrderZeroIsTheMeanOfTheValues) {
  const Head head(5, 100, 4, 3, 0.5);
  const std::vector<double> mean = mean_row(head.values);

  const AttentionOutput output = output_of(*series_attention(0), head, {});

  for (Index i = 0; i < 5; ++i)
    for (Index l = 0; l < 3; ++l)
      EXPECT_NEAR(output.rows(i, l), mean[std::size_t(l)], tolerance::closed_form);
}

TEST(SeriesAttention, WeightsAreThePlainSeriesAndSumToOne) {
  const Head head(70, 90, 6, 2, 0.5);
  for (const Mask& mask : {Mask{}, causal_mask()})
    for (const Index order : {0, 1, 2, 3, 4, 7}) {
      const Matrix truth = plain_attention_weights(head, mask, order);

      const Matrix weights = weights_of(*series_attention(order), head, mask);

      for (Index i = 0; i < weights.rows(); ++i) {
        double sum = 0.0;
        for (Index j = 0; j < weights.cols(); ++j) {
          sum += weights(i, j);
          EXPECT_NEAR(weights(i, j), truth(i, j), tolerance::two_routes);
        }
        EXPECT_NEAR(sum, 1.0, tolerance::two_routes);
      }
    }
}

// Coordinates turned in the plane of the first two: all inner products stay.
TEST(SeriesAttention, ATurnOfQueriesAndKeysChangesNothing) {
  const Head head(80, 80, 3, 2, 0.5);
  Head turned = head;
  for (Matrix* rows : {&turned.queries, &turned.keys})
    for (Index i = 0; i < rows->rows(); ++i) {
      const double x = (*rows)(i, 0);
      const double y = (*rows)(i, 1);
      (*rows)(i, 0) = 0.6 * x - 0.8 * y;
      (*rows)(i, 1) = 0.8 * x + 0.6 * y;
    }

  const AttentionOutput output = output_of(*series_attention(3), turned, causal_mask());

  expect_rows(output, plain_attention_weights(head, causal_mask(), 3), head.values,
              tolerance::series_attention);
}

// Order 6 at a small spread is near the softmax: |x|^7/7! at |x| < 0.3.
TEST(SeriesAttention, TendsToSoftmaxAttentionAtSmallSpread) {
  const Head head(50, 120, 4, 3, 0.2);
  Matrix softmax(50, 120);
  for (Index i = 0; i < 50; ++i) {
    double sum = 0.0;
    for (Index j = 0; j < 120; ++j)
      sum += softmax(i, j) = std::exp(dot(head.queries.row(i), head.keys.row(j)));
    for (double& weight : softmax.row(i)) weight /= sum;
  }

  expect_rows(output_of(*series_attention(6), head, {}), softmax, head.values, 1e-6);
}

}  // namespace
}  // namespace kapprox
