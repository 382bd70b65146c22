// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What every attention method of the plugin must keep, under every mask that it honours.
#include "attention_methods/run.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace kapprox {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Setting {
  MethodSpec spec;
  Mask mask;
  std::string words;
};

// Every method with every mask that it can honour.
std::vector<Setting> settings(Index keys) {
  std::vector<Setting> found;
  for (const MethodSpec& spec : every_method())
    for (const Mask& mask : masks_of(keys))
      if (shipped_attention(spec)->refusal(mask).empty())
        found.push_back({spec, mask, spec.method + ", mask " + mask.words()});
  return found;
}

TEST(EveryMethod, OutputIsWeightsTimesValues) {
  for (const auto& [queries, keys] : {std::pair<Index, Index>{40, 40}, {9, 40}, {40, 9}}) {
    const Head head(queries, keys, 5, 11, 0.8);
    for (const Setting& setting : settings(keys)) {
      SCOPED_TRACE(setting.words);
      const AttentionOutput out = output_of(setting.spec, head, setting.mask);
      const Matrix weights = weights_of(setting.spec, head, setting.mask);

      Matrix product(queries, 11);
      for (Index i = 0; i < queries; ++i)
        for (Index j = 0; j < keys; ++j) {
          if (!setting.mask.allows(i, j, queries, keys)) {
            EXPECT_EQ(weights(i, j), 0.0);
          }
          for (Index c = 0; c < 11; ++c) product(i, c) += weights(i, j) * head.values(j, c);
        }
      EXPECT_LT(largest_difference(out.rows, product), tolerance::attention_row);
      EXPECT_EQ(out.flags.size(), static_cast<std::size_t>(queries));
    }
  }
}

TEST(EveryMethod, WeightsAreAsClaimed) {
  const Head head(40, 40, 5, 3, 0.8);
  for (const Setting& setting : settings(40)) {
    SCOPED_TRACE(setting.words);
    const AttentionClaims claims = shipped_attention(setting.spec)->claims();
    const AttentionOutput out = output_of(setting.spec, head, setting.mask);

    const Matrix weights = weights_of(setting.spec, head, setting.mask);

    for (Index i = 0; i < 40; ++i) {
      const std::span<const double> row = weights.row(i);
      if (claims.nonnegative) {
        for (const double weight : row) EXPECT_GE(weight, 0.0);
      }
      const bool ok = out.flags[static_cast<std::size_t>(i)] == RowFlag::ok;
      if (claims.rows_sum_to_one) {
        EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), ok ? 1.0 : 0.0,
                    tolerance::attention_row);
      }
    }
  }
}

TEST(EveryMethod, AQueryWithoutKeysIsZerosAndFlagged) {
  const Head head(6, 5, 4, 3, 1.0);
  Mask none;
  none.keys.assign(5, 0);
  for (const MethodSpec& spec : every_method()) {
    SCOPED_TRACE(spec.method);
    const AttentionOutput out = output_of(spec, head, none);
    const Matrix weights = weights_of(spec, head, none);

    for (const RowFlag flag : out.flags) EXPECT_EQ(flag, RowFlag::no_key);
    EXPECT_EQ(out.flags.size(), 6U);
    for (const double value : out.rows.values()) EXPECT_EQ(value, 0.0);
    for (const double weight : weights.values()) EXPECT_EQ(weight, 0.0);
    for (const LogNumber& normaliser : out.normalisers) EXPECT_EQ(normaliser.value, 0.0);
  }
}

TEST(EveryMethod, MoreQueriesThanKeysInCausalOrderLeaveTheFirstWithoutKeys) {
  const Head head(8, 5, 4, 3, 1.0);
  for (const MethodSpec& spec : every_method()) {
    if (!shipped_attention(spec)->claims().causal) continue;
    SCOPED_TRACE(spec.method);
    const AttentionOutput out = output_of(spec, head, causal_mask());

    for (std::size_t i = 0; i < 8; ++i)
      EXPECT_EQ(out.flags[i], i < 3 ? RowFlag::no_key : RowFlag::ok) << i;
    // The first query that sees a key sees the first alone.
    for (Index c = 0; c < 3; ++c)
      EXPECT_NEAR(out.rows(3, c), head.values(0, c), tolerance::attention_row);
  }
}

TEST(EveryMethod, NoByteComesFromAHiddenKey) {
  const Head clean(40, 40, 5, 11, 0.8);
  Head dirty = clean;
  for (Index j = 0; j < 40; j += 3) {
    for (double& value : dirty.keys.row(j)) value = j % 2 == 0 ? nan : 1e30;
    for (double& value : dirty.values.row(j)) value = j % 2 == 0 ? nan : 1e30;
  }
  for (const Setting& setting : settings(40)) {
    if (setting.mask.keys.empty()) continue;
    SCOPED_TRACE(setting.words);
    EXPECT_TRUE(same_bytes(output_of(setting.spec, dirty, setting.mask).rows,
                           output_of(setting.spec, clean, setting.mask).rows));
    EXPECT_TRUE(same_bytes(weights_of(setting.spec, dirty, setting.mask),
                           weights_of(setting.spec, clean, setting.mask)));
  }
}

TEST(EveryMethod, EarlierRowsKeepTheirBytesWhenALaterKeyChanges) {
  const Head clean(70, 70, 5, 11, 0.8);
  for (const Index changed : {1, 31, 32, 69}) {
    for (const double filling : {nan, 1e30, 3.0}) {
      Head other = clean;
      for (double& value : other.keys.row(changed)) value = filling;
      for (double& value : other.values.row(changed)) value = filling;
      for (const Setting& setting : settings(70)) {
        if (!setting.mask.causal) continue;
        SCOPED_TRACE(setting.words);
        const AttentionOutput expected = output_of(setting.spec, clean, setting.mask);

        const AttentionOutput out = output_of(setting.spec, other, setting.mask);

        for (Index i = 0; i < changed; ++i)
          ASSERT_TRUE(same_bytes(out.rows.row(i), expected.rows.row(i))) << i;
      }
    }
  }
}

TEST(EveryMethod, TheOrderOfKeysIsAsClaimed) {
  const Head head(40, 40, 5, 3, 0.8);
  Head reversed = head;
  for (Index j = 0; j < 40; ++j) {
    std::copy(head.keys.row(j).begin(), head.keys.row(j).end(), reversed.keys.row(39 - j).begin());
    std::copy(head.values.row(j).begin(), head.values.row(j).end(),
              reversed.values.row(39 - j).begin());
  }
  for (const MethodSpec& spec : every_method()) {
    SCOPED_TRACE(spec.method);
    if (!shipped_attention(spec)->claims().key_equivariant) continue;

    EXPECT_LT(largest_difference(output_of(spec, head).rows, output_of(spec, reversed).rows),
              tolerance::attention_row);
  }
}

// Turning the first two coordinates of queries and keys by an angle.
TEST(EveryMethod, RotationsChangeNothingWhereClaimed) {
  const Head head(40, 40, 5, 3, 0.8);
  Head turned = head;
  for (Matrix* rows : {&turned.queries, &turned.keys})
    for (Index i = 0; i < 40; ++i) {
      const double x = (*rows)(i, 0);
      (*rows)(i, 0) = 0.6 * x - 0.8 * (*rows)(i, 1);
      (*rows)(i, 1) = 0.8 * x + 0.6 * (*rows)(i, 1);
    }
  for (const MethodSpec& spec : every_method()) {
    SCOPED_TRACE(spec.method);
    const double difference =
        largest_difference(output_of(spec, head).rows, output_of(spec, turned).rows);

    if (shipped_attention(spec)->claims().rotation_invariant) {
      EXPECT_LT(difference, tolerance::attention_row);
    } else {
      EXPECT_GT(difference, 1e-3);  // efficient: features are coordinates
    }
  }
}

TEST(EveryMethod, IsFiniteAtLargeNorms) {
  Head head(33, 33, 16, 3, 1.0);
  for (Matrix* rows : {&head.queries, &head.keys})
    for (Index i = 0; i < 33; ++i) {
      const double norm = std::sqrt(dot(rows->row(i), rows->row(i)));
      for (double& value : rows->row(i)) value *= std::sqrt(4000.0) / norm;
    }
  for (const Setting& setting : settings(33)) {
    SCOPED_TRACE(setting.words);
    const AttentionOutput out = output_of(setting.spec, head, setting.mask);

    for (const double value : out.rows.values()) EXPECT_TRUE(std::isfinite(value));
    for (const LogNumber& normaliser : out.normalisers)
      EXPECT_TRUE(std::isfinite(normaliser.value) && std::isfinite(normaliser.log_scale));
  }
}

// A query that is no number has no weights: its row is the mean, and no other row changes.
TEST(EveryMethod, ARowWithoutMassIsTheMeanOfWhatItSees) {
  const Head clean(20, 20, 5, 3, 0.8);
  Head broken = clean;
  broken.queries(7, 2) = nan;
  for (const Setting& setting : settings(20)) {
    if (setting.spec.method == "average" || setting.spec.method == "nystrom") continue;
    SCOPED_TRACE(setting.words);
    Mask seen = setting.mask;
    if (setting.spec.method == "local") seen = intersection(seen, window_mask(9));
    const bool sees_keys = seen.allows(7, 7, 20, 20) || seen.allows(7, 5, 20, 20);
    ASSERT_TRUE(sees_keys);
    const AttentionOutput mean = output_of({"average", {}}, clean, seen);
    const AttentionOutput expected = output_of(setting.spec, clean, setting.mask);

    const AttentionOutput out = output_of(setting.spec, broken, setting.mask);

    EXPECT_EQ(out.flags[7], RowFlag::no_mass);
    for (Index c = 0; c < 3; ++c)
      EXPECT_NEAR(out.rows(7, c), mean.rows(7, c), tolerance::attention_row);
    for (Index i = 0; i < 20; ++i)
      if (i != 7) {
        EXPECT_TRUE(same_bytes(out.rows.row(i), expected.rows.row(i))) << i;
      }
    const Matrix weights = weights_of(setting.spec, broken, setting.mask);
    for (Index j = 0; j < 20; ++j) EXPECT_TRUE(std::isfinite(weights(7, j)));
  }
}

}  // namespace
}  // namespace kapprox
