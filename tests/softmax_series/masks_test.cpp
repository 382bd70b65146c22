// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Windows, hidden keys and rows that see nothing.
#include "softmax_series/series.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace kapprox {
namespace {

TEST(SeriesMasks, EveryIntersectionAgreesWithTheSeriesOnLogits) {
  const Head head(190, 210, 4, 3, 0.5);
  for (const Mask& mask : masks_of(210))
    for (const Index order : {1, 2, 4}) {
      const Matrix truth = plain_attention_weights(head, mask, order);

      expect_rows(output_of(*series_attention(order), head, mask), truth, head.values,
                  tolerance::series_attention);
      const Matrix weights = weights_of(*series_attention(order), head, mask);
      for (Index i = 0; i < weights.rows(); ++i)
        for (Index j = 0; j < weights.cols(); ++j)
          EXPECT_NEAR(weights(i, j), truth(i, j), tolerance::two_routes);
    }
}

TEST(SeriesMasks, HiddenKeysChangeNoByte) {
  const Head head(150, 150, 4, 3, 0.5);
  for (const double number : {1e30, std::numeric_limits<double>::quiet_NaN()}) {
    Head other = head;
    for (Index j = 0; j < 150; j += 3) {
      for (double& value : other.keys.row(j)) value = number;
      for (double& value : other.values.row(j)) value = number;
    }
    for (const Mask& mask : masks_of(150)) {
      if (mask.keys.empty()) continue;
      const AttentionOutput here = output_of(*series_attention(2), head, mask);

      const AttentionOutput there = output_of(*series_attention(2), other, mask);

      for (Index i = 0; i < 150; ++i)
        for (Index l = 0; l < 3; ++l) EXPECT_EQ(here.rows(i, l), there.rows(i, l));
    }
  }
}

// Three queries before the first key, and a first key that nobody sees.
TEST(SeriesMasks, RowsWithoutAKeyAreZerosWithAFlag) {
  const Head head(8, 5, 2, 3, 0.5);
  Mask mask;
  mask.causal = true;
  mask.keys = {0, 1, 1, 1, 1};
  for (const Index window : {0, 2}) {
    mask.window = window;

    const AttentionOutput output = output_of(*series_attention(2), head, mask);

    for (Index i = 0; i < 8; ++i) {
      EXPECT_EQ(output.flags[std::size_t(i)], i < 4 ? RowFlag::no_key : RowFlag::ok);
      for (const double value : output.rows.row(i)) EXPECT_EQ(value == 0.0, i < 4);
    }
  }
}

TEST(SeriesMasks, NoKeyAtAll) {
  const Head head(4, 3, 2, 3, 0.5);
  Mask mask;
  mask.keys = {0, 0, 0};

  const AttentionOutput output = output_of(*series_attention(2), head, mask);
  const Matrix weights = weights_of(*series_attention(2), head, mask);

  for (const RowFlag flag : output.flags) EXPECT_EQ(flag, RowFlag::no_key);
  for (const double value : output.rows.values()) EXPECT_EQ(value, 0.0);
  for (const double weight : weights.values()) EXPECT_EQ(weight, 0.0);
}

}  // namespace
}  // namespace kapprox
