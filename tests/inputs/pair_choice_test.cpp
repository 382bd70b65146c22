// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The seeded permutation of pairs: a permutation, a prefix of itself, fair, and of fixed bits.
#include "inputs/pair_choice.hpp"
#include "tolerances.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kapprox {
namespace {

TEST(PairChoice, WholePrefixIsAPermutation) {
  std::vector<std::int64_t> order = permutation_prefix(Stream(1).at("pairs"), 1000, 1000);

  std::sort(order.begin(), order.end());

  std::vector<std::int64_t> expected(1000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
}

TEST(PairChoice, LargerCountKeepsEarlierEntries) {
  const Stream stream = Stream(1).at("pairs");
  const std::vector<std::int64_t> few = permutation_prefix(stream, 1'000'000, 10);
  const std::vector<std::int64_t> many = permutation_prefix(stream, 1'000'000, 1000);

  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(PairChoice, OtherStreamOtherOrder) {
  EXPECT_NE(permutation_prefix(Stream(1), 1000, 10), permutation_prefix(Stream(2), 1000, 10));
}

TEST(PairChoice, EveryPlaceIsFair) {
  // Second entry of the permutation of 0 … 4 over 5000 streams: each value with probability 1/5.
  std::vector<double> counts(5);

  for (std::uint64_t seed = 0; seed < 5000; ++seed)
    ++counts[static_cast<std::size_t>(permutation_prefix(Stream(seed), 5, 2)[1])];

  for (const double count : counts)
    EXPECT_LT(std::abs(count - 1000.0) / std::sqrt(5000 * 0.2 * 0.8), tolerance::standard_errors);
}

TEST(PairChoice, MoreThanThereAreIsAnError) {
  EXPECT_THROW(permutation_prefix(Stream(1), 5, 6), Error);
}

TEST(PairChoice, NumbersRunRowByRow) {
  EXPECT_EQ(pair_number(7, 3, false).query, 2);
  EXPECT_EQ(pair_number(7, 3, false).key, 1);
  EXPECT_EQ(pair_number(7, 3, true).query, 7);
  EXPECT_EQ(pair_number(7, 3, true).key, 7);
}

}  // namespace
}  // namespace kapprox
