// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Exact attention by tiles against the plain formula in long double, at lengths that no tile
// divides, under every kind of mask.
#include "attention/plain_attention.hpp"
#include "tolerances.hpp"

#include <kapprox/exact_attention.hpp>
#include <kapprox/stream.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kapprox {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Shape {
  Index queries;
  Index keys;
};

const std::vector<Shape> shapes = {{1, 1}, {7, 7}, {63, 63}, {300, 300}, {5, 200}, {200, 5}};

void expect_plain(const Head& head, const Mask& mask) {
  const PlainAttention plain = plain_attention(head.problem(), mask);

  const AttentionOutput out = exact_attention(head.problem(), mask);
  const Matrix weights = exact_weights(head.problem(), mask);

  EXPECT_EQ(out.flags, plain.flags);
  for (Index i = 0; i < out.rows.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (Index c = 0; c < out.rows.cols(); ++c)
      EXPECT_NEAR(out.rows(i, c), plain.rows(i, c), tolerance::attention_row) << i << " " << c;
    for (Index j = 0; j < weights.cols(); ++j)
      EXPECT_NEAR(weights(i, j), plain.weights(i, j), tolerance::attention_row) << i << " " << j;
    if (plain.flags[row] == RowFlag::no_key) {
      EXPECT_EQ(out.normalisers[row].value, 0.0);
    } else {
      EXPECT_NEAR(out.normalisers[row].log_abs(), plain.log_sums[row], tolerance::attention_row);
    }
  }
}

TEST(ExactAttention, EqualsThePlainFormulaUnderEveryMask) {
  for (const Shape& shape : shapes)
    for (const Mask& mask : masks_of(shape.keys)) {
      SCOPED_TRACE(std::to_string(shape.queries) + " queries, " + std::to_string(shape.keys) +
                   " keys, " + mask.words());

      expect_plain(Head(shape.queries, shape.keys, 5, 11, 1.0), mask);
    }
}

TEST(ExactAttention, EqualsThePlainFormulaAtAllWidths) {
  for (const Index width : {1, 3, 8, 33, 64, 70}) {
    SCOPED_TRACE(width);

    expect_plain(Head(70, 150, width, width, 0.5), causal_mask());
  }
}

TEST(ExactAttention, IsFiniteWhereExpOverflows) {
  Head head(20, 30, 4, 3, 60.0);

  const AttentionOutput out = exact_attention(head.problem(), {});

  for (const double value : out.rows.values()) EXPECT_TRUE(std::isfinite(value));
  for (const LogNumber& normaliser : out.normalisers)
    EXPECT_TRUE(std::isfinite(normaliser.log_abs()));
}

TEST(ExactAttention, NoByteComesFromAKeyThatIsNotSeen) {
  const Index keys = 300;
  Mask hidden;
  hidden.keys.assign(keys, 1);
  Head clean(300, keys, 5, 11, 1.0);
  Head dirty = clean;
  for (const Index j : {0, 17, 130, 299}) {
    hidden.keys[static_cast<std::size_t>(j)] = 0;
    for (double& value : dirty.keys.row(j)) value = j == 17 ? 1e30 : nan;
    for (double& value : dirty.values.row(j)) value = j == 17 ? 1e30 : nan;
  }

  for (Mask mask : masks_of(keys)) {
    mask.keys = hidden.keys;
    const AttentionOutput expected = exact_attention(clean.problem(), mask);
    const AttentionOutput out = exact_attention(dirty.problem(), mask);

    EXPECT_TRUE(same_bytes(out.rows, expected.rows)) << mask.words();
    EXPECT_TRUE(
        same_bytes(exact_weights(dirty.problem(), mask), exact_weights(clean.problem(), mask)));
  }
}

TEST(ExactAttention, EarlierRowsKeepTheirBytesWhenALaterKeyChanges) {
  Head clean(300, 300, 5, 11, 1.0);
  for (const Index changed : {1, 64, 127, 128, 255, 299}) {
    Head other = clean;
    for (double& value : other.keys.row(changed)) value = nan;
    for (double& value : other.values.row(changed)) value = nan;
    for (Mask mask : masks_of(300)) {
      mask.causal = true;
      const AttentionOutput expected = exact_attention(clean.problem(), mask);

      const AttentionOutput out = exact_attention(other.problem(), mask);

      for (Index i = 0; i < changed; ++i)
        ASSERT_TRUE(same_bytes(out.rows.row(i), expected.rows.row(i))) << changed << " " << i;
    }
  }
}

TEST(ExactAttention, ARowWithoutMassIsTheMeanOfWhatItSees) {
  Head head(2, 3, 2, 1, 1.0);
  head.queries(1, 0) = nan;
  head.values(0, 0) = 1.0;
  head.values(1, 0) = 2.0;
  head.values(2, 0) = 6.0;

  const AttentionOutput out = exact_attention(head.problem(), {});
  const Matrix weights = exact_weights(head.problem(), {});

  EXPECT_EQ(out.flags[0], RowFlag::ok);
  EXPECT_EQ(out.flags[1], RowFlag::no_mass);
  EXPECT_EQ(out.rows(1, 0), 3.0);
  for (Index j = 0; j < 3; ++j) EXPECT_EQ(weights(1, j), 1.0 / 3.0);
}

TEST(ExactAttention, RefusesValuesThatAreNotOnePerKey) {
  const Head head(2, 3, 2, 1, 1.0);
  const Matrix two(2, 1);

  EXPECT_THROW(exact_attention({head.queries, head.keys, two, 2}, {}), Error);
  EXPECT_THROW(exact_attention({head.queries, head.keys, {}, 2}, {}), Error);
}

}  // namespace
}  // namespace kapprox
