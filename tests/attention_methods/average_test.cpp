// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "attention_methods/run.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

// Values 1, 2, 4, 8, 16.
Head powers_of_two() {
  Head head(5, 5, 2, 1, 1.0);
  for (Index j = 0; j < 5; ++j) head.values(j, 0) = static_cast<double>(1 << j);
  return head;
}

std::vector<double> averages(const Mask& mask) {
  const AttentionOutput out = output_of({"average", {}}, powers_of_two(), mask);
  return {out.rows.values().begin(), out.rows.values().end()};
}

TEST(Average, IsTheMeanOfWhatAQuerySees) {
  Mask hidden;
  hidden.keys = {0, 1, 1, 0, 1};

  EXPECT_EQ(averages({}), std::vector<double>(5, 31.0 / 5.0));
  EXPECT_EQ(averages(causal_mask()),
            (std::vector<double>{1.0, 1.5, 7.0 / 3.0, 15.0 / 4.0, 31.0 / 5.0}));
  EXPECT_EQ(averages(window_mask(2)),
            (std::vector<double>{1.5, 7.0 / 3.0, 14.0 / 3.0, 28.0 / 3.0, 12.0}));
  EXPECT_EQ(averages(hidden), std::vector<double>(5, 22.0 / 3.0));
  EXPECT_EQ(averages(intersection(hidden, causal_mask())),
            (std::vector<double>{0.0, 2.0, 3.0, 3.0, 22.0 / 3.0}));
}

// What exact attention is where all logits are equal.
TEST(Average, IsExactAttentionOfQueriesThatAreZero) {
  Head head(30, 30, 4, 3, 1.0);
  for (double& value : head.queries.values()) value = 0.0;
  for (const Mask& mask : masks_of(30))
    EXPECT_LT(largest_difference(output_of({"average", {}}, head, mask).rows,
                                 output_of({"exact", {}}, head, mask).rows),
              tolerance::attention_row);
}

TEST(Average, HasNoDenominator) {
  EXPECT_TRUE(output_of({"average", {}}, powers_of_two()).normalisers.empty());
}

}  // namespace
}  // namespace kapprox
