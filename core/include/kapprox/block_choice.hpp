// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Which blocks of keys a query looks at, from what a scorer says of them. Block b holds the keys at
// positions b · block … (b + 1) · block − 1; what counts of it is what the query sees. A block that
// a query sees whole has one summary for all such queries; of a block that it sees in part (its own
// under a causal mask, the edge of a window) a summary is made of that part, so that nothing of a
// later key enters. Ties go to the lowest block.
#pragma once

#include <kapprox/block_scorer.hpp>
#include <kapprox/mask.hpp>
#include <kapprox/matrix.hpp>
#include <kapprox/visible_keys.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace kapprox {

// The block at the query's position: takes one of the slots, comes beside them, or competes.
enum class OwnBlock { slot, extra, none };

struct BlockChoice {
  Index block = 1;  // keys in a block; the last one may be short
  Index top_k = 1;  // slots of a query
  OwnBlock own = OwnBlock::slot;
};

// What a query sees of a block.
struct SeenBlock {
  std::size_t place = 0;  // of the block in its cut
  KeyRange rows;          // of VisibleKeys, at least one
  double score = 0.0;
  bool is_own = false;
};

// Looked at whatever its score is.
inline bool is_forced(const SeenBlock& one, OwnBlock own) {
  return one.is_own && own != OwnBlock::none;
}

// The keys of a problem in blocks.
class BlockCut {
 public:
  // Positions are those of the problem before keys were hidden: key_count of them. Both
  // `visible` and `queries` must outlive it.
  BlockCut(Index block, const VisibleKeys& visible, ConstMatrixView queries, Index key_count);

  const VisibleKeys& visible() const { return visible_; }
  ConstMatrixView queries() const { return queries_; }
  // Rows of VisibleKeys of each block that holds one, in order.
  std::span<const KeyRange> blocks() const { return rows_; }

  // In order, without scores.
  std::vector<SeenBlock> seen(Index query) const;

 private:
  Index block_;
  const VisibleKeys& visible_;
  ConstMatrixView queries_;
  Index first_position_;  // of query 0
  std::vector<KeyRange> rows_;
  std::vector<Index> numbers_;  // b of each
};

// Summaries of all blocks of a cut. Used by many threads at once.
class ScoredBlocks {
 public:
  // Both must outlive it. Throws what the scorer throws.
  ScoredBlocks(const PreparedScorer& scorer, const BlockCut& cut);

  // What each of these queries sees, in order, with scores; what is forced under `own` is not
  // scored. One that is NaN becomes −infinity, so that its block is chosen last; one beyond the
  // range of double stays ±infinity. Up to 1024 dimensions their bits do not depend on the other
  // queries. Throws what the scorer throws.
  std::vector<std::vector<SeenBlock>> seen(KeyRange queries, OwnBlock own) const;

 private:
  void score_whole(std::size_t block, std::span<SeenBlock* const> those,
                   std::span<const Index> queries) const;
  double score_of_part(const SeenBlock& one, Index query) const;

  const PreparedScorer& scorer_;
  const BlockCut& cut_;
  std::vector<std::unique_ptr<const BlockSummary>> summaries_;
};

// Slots for blocks that are not forced, at least 0.
Index free_slots(std::span<const SeenBlock> seen, const BlockChoice& choice);

// Positions in `seen` of the blocks that a query looks at, in order.
std::vector<std::size_t> chosen_blocks(std::span<const SeenBlock> seen, const BlockChoice& choice);

}  // namespace kapprox
