// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "attention_methods/run.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

MethodSpec direct(double temperature) {
  return {"direct", {{"softmax", nested({"softmax", {{"temperature", temperature}}})}}};
}

MethodSpec direct_hard(const std::string& ties) {
  return {"direct", {{"softmax", nested({"hard", {{"ties", ties}}})}}};
}

TEST(Direct, WithTheSoftmaxAtTemperatureOneIsExact) {
  for (const auto& [queries, keys] : {std::pair<Index, Index>{1, 1}, {63, 63}, {5, 200}, {200, 5}})
    for (const Mask& mask : masks_of(keys)) {
      SCOPED_TRACE(mask.words());
      const Head head(queries, keys, 5, 11, 1.0);
      const AttentionOutput exact = output_of({"exact", {}}, head, mask);

      const AttentionOutput out = output_of(direct(1.0), head, mask);

      EXPECT_EQ(out.flags, exact.flags);
      EXPECT_LT(largest_difference(out.rows, exact.rows), tolerance::attention_row);
      for (std::size_t i = 0; i < out.flags.size(); ++i)
        if (out.flags[i] == RowFlag::ok) {
          EXPECT_NEAR(out.normalisers[i].log_abs(), exact.normalisers[i].log_abs(),
                      tolerance::attention_row);
        }
    }
}

// q/τ in place of q, and τ times its log-sum-exp.
TEST(Direct, AtATemperatureIsExactAttentionOfColderQueries) {
  const Head head(40, 40, 5, 3, 0.5);
  Head colder = head;
  for (double& value : colder.queries.values()) value /= 0.25;
  const AttentionOutput exact = output_of({"exact", {}}, colder, causal_mask());

  const AttentionOutput out = output_of(direct(0.25), head, causal_mask());

  EXPECT_LT(largest_difference(out.rows, exact.rows), tolerance::attention_row);
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_NEAR(out.normalisers[i].log_abs(), 0.25 * exact.normalisers[i].log_abs(),
                tolerance::attention_row);
}

TEST(Direct, HardTakesTheValueOfTheLargestLogit) {
  const Head head(40, 40, 5, 3, 1.0);
  for (const Mask& mask : masks_of(40)) {
    const AttentionOutput out = output_of(direct_hard("first"), head, mask);

    for (Index i = 0; i < 40; ++i) {
      Index best = -1;
      double largest = 0.0;
      for (Index j = 0; j < 40; ++j) {
        if (!mask.allows(i, j, 40, 40)) continue;
        const double logit = dot(head.queries.row(i), head.keys.row(j));
        if (best < 0 || logit > largest) {
          best = j;
          largest = logit;
        }
      }
      if (best < 0) continue;
      EXPECT_TRUE(same_bytes(out.rows.row(i), head.values.row(best))) << mask.words() << " " << i;
      EXPECT_NEAR(out.normalisers[static_cast<std::size_t>(i)].log_abs(), largest,
                  tolerance::attention_row);
    }
  }
}

TEST(Direct, HardWithEqualKeysTakesTheFirstOrTheirMean) {
  Head head(1, 3, 2, 1, 1.0);
  head.queries(0, 0) = 1.0;
  head.queries(0, 1) = 0.0;
  for (Index j = 0; j < 3; ++j) head.keys(j, 0) = j == 0 ? 1.0 : 2.0;
  for (Index j = 0; j < 3; ++j) head.values(j, 0) = static_cast<double>(10 * j);

  EXPECT_EQ(output_of(direct_hard("first"), head).rows(0, 0), 10.0);
  EXPECT_EQ(output_of(direct_hard("uniform"), head).rows(0, 0), 15.0);
}

// At small temperatures soft attention is hard attention.
TEST(Direct, SoftTendsToHard) {
  const Head head(40, 40, 5, 3, 1.0);
  const Matrix hard = output_of(direct_hard("first"), head).rows;

  const double warm = largest_difference(output_of(direct(1.0), head).rows, hard);
  const double cold = largest_difference(output_of(direct(1e-4), head).rows, hard);

  EXPECT_GT(warm, 0.1);
  EXPECT_LT(cold, tolerance::attention_row);
}

TEST(Direct, ClaimsWhatItsSoftmaxClaims) {
  EXPECT_TRUE(shipped_attention(direct(1.0))->claims().key_equivariant);
  EXPECT_TRUE(shipped_attention(direct(1.0))->claims().rows_sum_to_one);
  EXPECT_FALSE(shipped_attention(direct_hard("first"))->claims().key_equivariant);
  EXPECT_TRUE(shipped_attention(direct_hard("uniform"))->claims().key_equivariant);
}

}  // namespace
}  // namespace kapprox
