// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Which blocks are chosen from given scores, and what the scores of a cut are: of full blocks, and
// never NaN.
#include "attention/plain_attention.hpp"

#include <kapprox/block_choice.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace kapprox {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The score of a full block is the first number of its last key, of any other NaN.
class LastOfFull final : public BlockSummary {
 public:
  using BlockSummary::BlockSummary;

 private:
  void do_add(std::span<const double> key) override { last_ = key[0]; }
  void do_finish() override { is_full_ = true; }
  double do_score(std::span<const double>) const override {
    return is_full_ ? last_ : std::nan("");
  }

  double last_ = 0.0;
  bool is_full_ = false;
};

std::vector<SeenBlock> blocks_of(const std::vector<double>& scores, std::size_t own) {
  std::vector<SeenBlock> seen(scores.size());
  for (std::size_t b = 0; b < seen.size(); ++b) {
    seen[b].place = b;
    seen[b].score = scores[b];
    seen[b].is_own = b == own;
  }
  return seen;
}

TEST(BlockChoice, NoSlotLeavesWhatIsForced) {
  const std::vector<SeenBlock> seen = blocks_of({3.0, 2.0, 1.0}, 2);

  EXPECT_EQ(free_slots(seen, {1, 0, OwnBlock::slot}), 0);
  EXPECT_EQ(chosen_blocks(seen, {1, 0, OwnBlock::slot}), std::vector<std::size_t>{2});
  EXPECT_EQ(chosen_blocks(seen, {1, 0, OwnBlock::extra}), std::vector<std::size_t>{2});
  EXPECT_TRUE(chosen_blocks(seen, {1, 0, OwnBlock::none}).empty());
  EXPECT_EQ(chosen_blocks(seen, {1, 1, OwnBlock::slot}), std::vector<std::size_t>{2});
}

TEST(BlockChoice, TakesTheLargestAndTheLowestOfEquals) {
  const std::vector<SeenBlock> seen = blocks_of({1.0, 3.0, -infinity, 3.0, infinity}, 5);

  EXPECT_EQ(chosen_blocks(seen, {1, 2, OwnBlock::slot}), (std::vector<std::size_t>{1, 4}));
  EXPECT_EQ(chosen_blocks(seen, {1, 4, OwnBlock::slot}), (std::vector<std::size_t>{0, 1, 3, 4}));
}

// Blocks of 2 keys, seen in causal order: the last query sees all, the one before it a part of the
// last block, which is never full.
TEST(BlockChoice, ScoresFullBlocksAndHasNoNaN) {
  Matrix keys(6, 1);
  const std::vector<double> numbers = {0.0, 5.0, 0.0, infinity, 0.0, -infinity};
  for (std::size_t j = 0; j < numbers.size(); ++j) keys(static_cast<Index>(j), 0) = numbers[j];
  const Matrix queries(6, 1);
  const VisibleKeys visible({queries, keys, {}, 1}, causal_mask());
  const BlockCut cut(2, visible, queries, 6);
  const PreparedScorer scorer([] { return std::make_unique<LastOfFull>(1); });

  const ScoredBlocks scored(scorer, cut);
  const std::vector<std::vector<SeenBlock>> seen = scored.seen({4, 6}, OwnBlock::none);

  ASSERT_EQ(seen[0].size(), 3U);
  EXPECT_EQ(seen[0][2].score, -infinity);
  ASSERT_EQ(seen[1].size(), 3U);
  EXPECT_EQ(seen[1][0].score, 5.0);
  EXPECT_EQ(seen[1][1].score, infinity);
  EXPECT_EQ(seen[1][2].score, -infinity);
}

}  // namespace
}  // namespace kapprox
