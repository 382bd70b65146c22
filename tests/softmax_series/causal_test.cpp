// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Causal order: no bit of the future, and sound moments whatever the keys do.
#include "softmax_series/series.hpp"

#include "plugins/shipped.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kapprox {
namespace {

// Multiples of 2^-10, so that adding 2^20 rounds nothing.
Head dyadic_head(Index n, Index dim) {
  Head head(n, n, dim, 3, 0.5);
  for (Matrix* rows : {&head.keys, &head.values})
    for (double& value : rows->values()) value = std::round(value * 0x1p10) * 0x1p-10;
  return head;
}

void add_to_all(Matrix& rows, double number) {
  for (double& value : rows.values()) value += number;
}

TEST(SeriesCausal, TheFirstRowIsTheFirstValue) {
  const Head head(70, 70, 5, 4, 0.5);
  for (const Index order : {0, 1, 2, 4}) {
    const AttentionOutput output = output_of(*series_attention(order), head, causal_mask());

    for (Index l = 0; l < 4; ++l) EXPECT_EQ(output.rows(0, l), head.values(0, l));
  }
}

// Runs of 64 keys end at 64, 128, …: change the key at, before and after such an end.
TEST(SeriesCausal, ALaterKeyChangesNoEarlierByte) {
  const Head head(200, 200, 4, 3, 0.5);
  const auto method = series_attention(3);
  const AttentionOutput before = output_of(*method, head, causal_mask());
  for (const Index changed : {1, 63, 64, 65, 128, 140, 199})
    for (const double number : {1e30, std::numeric_limits<double>::quiet_NaN()}) {
      Head other = head;
      for (double& value : other.keys.row(changed)) value = number;
      for (double& value : other.values.row(changed)) value = number;

      const AttentionOutput after = output_of(*method, other, causal_mask());

      for (Index i = 0; i < changed; ++i)
        for (Index l = 0; l < 3; ++l) EXPECT_EQ(after.rows(i, l), before.rows(i, l)) << changed;
      EXPECT_NE(after.rows(changed, 0), before.rows(changed, 0));
    }
}

TEST(SeriesCausal, MoreKeysChangeNoEarlierByte) {
  const Head all(200, 200, 4, 3, 0.5);
  const auto method = series_attention(2);
  const AttentionOutput whole = output_of(*method, all, causal_mask());
  for (const Index n : {1, 64, 65, 150}) {
    const Head part(n, n, 4, 3, 0.5);

    const AttentionOutput output = output_of(*method, part, causal_mask());

    for (Index i = 0; i < n; ++i)
      for (Index l = 0; l < 3; ++l) EXPECT_EQ(output.rows(i, l), whole.rows(i, l));
  }
}

TEST(SeriesCausal, ALargeCommonVectorLosesNoDigits) {
  const Head head = dyadic_head(300, 6);
  Head shifted = head;
  add_to_all(shifted.keys, 0x1p20);
  for (const Index order : {1, 2, 4})
    for (const Mask& mask : {Mask{}, causal_mask()}) {
      const Matrix truth = plain_attention_weights(head, mask, order);

      expect_rows(output_of(*series_attention(order), shifted, mask), truth, head.values,
                  tolerance::series_attention);
      const Matrix weights = weights_of(*series_attention(order), shifted, mask);
      for (Index i = 0; i < 300; ++i)
        for (Index j = 0; j < 300; ++j)
          EXPECT_NEAR(weights(i, j), truth(i, j), tolerance::two_routes);
    }
}

// Centred values: a common vector comes back, rounded once.
TEST(SeriesCausal, ALargeCommonValueLosesNoDigits) {
  const Head head = dyadic_head(150, 4);
  Head shifted = head;
  add_to_all(shifted.values, 0x1p20);
  const AttentionOutput here = output_of(*series_attention(2), head, causal_mask());

  const AttentionOutput there = output_of(*series_attention(2), shifted, causal_mask());

  for (Index i = 0; i < 150; ++i)
    for (Index l = 0; l < 3; ++l)
      EXPECT_NEAR(there.rows(i, l) - 0x1p20, here.rows(i, l), 0x1p20 * tolerance::eps);
}

// A first key far from the others, and keys that move on with every position.
TEST(SeriesCausal, AnOutlierAtTheStartAndADriftAreSound) {
  Head outlier(300, 300, 4, 3, 0.05);
  for (double& value : outlier.keys.row(0)) value += 100.0;
  Head drift(300, 300, 4, 3, 0.05);
  for (Index j = 0; j < 300; ++j)
    for (double& value : drift.keys.row(j)) value += 0.1 * double(j);
  for (const Head& head : {outlier, drift})
    for (const Index order : {2, 4}) {
      const Matrix truth = plain_attention_weights(head, causal_mask(), order);

      expect_rows(output_of(*series_attention(order), head, causal_mask()), truth, head.values,
                  tolerance::series_of_far_keys);
    }
}

// 64 keys on their own, then 4032 elsewhere: moments about the mean of the first run lose no more
// than a factor of 64 over centred ones.
TEST(SeriesCausal, TheMeanOfTheFirstRunIsOriginEnoughForALongSequence) {
  Head head(1, 4096, 1, 3, 0.05);
  head.queries(0, 0) = 1.0;
  for (Index j = 0; j < 64; ++j) head.keys(j, 0) += 4.0;
  const Matrix truth = plain_attention_weights(head, causal_mask(), 10);

  const AttentionOutput output = output_of(*series_attention(10), head, causal_mask());

  expect_rows(output, truth, head.values, tolerance::series_attention);
}

}  // namespace
}  // namespace kapprox
