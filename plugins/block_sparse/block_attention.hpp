// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Softmax attention over the blocks of keys that a scorer chooses for each query. Block b holds the
// keys at positions b · block … (b + 1) · block − 1; what counts of it is what the query sees. A
// block that a query sees whole has one summary for all such queries; of a block that it sees in
// part (its own under a causal mask, the edge of a window) a summary is made of that part, so that
// nothing of a later key enters. Ties go to the lowest block.
#pragma once

#include <kapprox/plugin.hpp>

#include <memory>
#include <vector>

namespace kapprox {

enum class OwnBlock { slot, extra, none };

struct BlockChoice {
  Index block = 1;
  Index top_k = 1;
  OwnBlock own = OwnBlock::slot;
  bool surrogate = false;  // blocks are weighed by their scores, own ones by their mass
};

// What a query looks at: rows of VisibleKeys with their weights, in order, and the normaliser.
struct SparseRow {
  std::vector<KeyRange> runs;
  std::vector<double> weights;
  LogNumber normaliser;
  RowFlag flag = RowFlag::ok;  // no_mass: equal weights on all that the query sees
};

class BlockAttention {
 public:
  // The problem's matrices must outlive this.
  BlockAttention(const BlockScorer& scorer, const BlockChoice& choice, const Problem& problem,
                 const Mask& mask);

  AttentionOutput output() const;
  Matrix weights() const;

  SparseRow row(Index query) const;
  // out (d_v) += the weighted values of a row.
  void add_values(const SparseRow& row, std::span<double> out) const;

  ConstMatrixView queries() const { return queries_; }
  Index key_count() const { return key_count_; }
  const VisibleKeys& visible() const { return visible_; }
  // Rows of the visible keys, of each block that holds any.
  const std::vector<KeyRange>& blocks() const { return rows_; }

 private:
  struct Scored {
    KeyRange rows;
    double score = 0.0;
    bool is_own = false;
  };

  // The blocks that a query sees, or parts of them, in order.
  std::vector<Scored> scored(Index query) const;
  // Those that it looks at, in order.
  std::vector<Scored> chosen(Index query) const;
  void for_each_query(const std::function<void(Index)>& body) const;

  BlockChoice choice_;
  ConstMatrixView queries_;
  Index key_count_;
  VisibleKeys visible_;
  PreparedScorer scorer_;
  std::vector<KeyRange> rows_;  // of each block that holds a visible key
  std::vector<Index> numbers_;  // b of each
  std::vector<std::unique_ptr<const BlockSummary>> summaries_;
};

}  // namespace kapprox
