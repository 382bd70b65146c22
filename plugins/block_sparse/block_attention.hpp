// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Softmax attention over the blocks of keys that a scorer chooses for each query; block_choice.hpp
// says which. Queries are worked on in groups, so that those which look at one block share its
// products; up to 1024 dimensions the bits of a row do not depend on its group.
#pragma once

#include <kapprox/block_choice.hpp>
#include <kapprox/plugin.hpp>

#include <functional>
#include <map>
#include <vector>

namespace kapprox {

// What a query looks at: one run of rows of VisibleKeys for each block, in order, and their
// weights.
struct SparseRow {
  std::vector<std::size_t> blocks;  // places in the cut
  std::vector<KeyRange> runs;
  std::vector<double> weights;  // of one run after the other; they sum to 1
  LogNumber normaliser;
  RowFlag flag = RowFlag::ok;  // no_mass: equal weights on all that the query sees
};

class BlockAttention {
 public:
  // The problem's matrices must outlive this. With `surrogate`, blocks are weighed by their scores,
  // forced ones by their mass.
  BlockAttention(const BlockScorer& scorer, const BlockChoice& choice, bool surrogate,
                 const Problem& problem, const Mask& mask);

  AttentionOutput output() const;
  Matrix weights() const;

  // Of queries first … last − 1.
  std::vector<SparseRow> rows(KeyRange queries) const;
  // out (a row of d_v for each of `rows`) += their weighted values.
  void add_values(const std::vector<SparseRow>& rows, MatrixView out) const;

  ConstMatrixView queries() const { return cut_.queries(); }
  Index key_count() const { return key_count_; }
  const VisibleKeys& visible() const { return visible_; }
  // Rows of the visible keys, of each block that holds any.
  std::span<const KeyRange> blocks() const { return cut_.blocks(); }

 private:
  // Which rows of a group look at a block, with which of their runs, and where its weights begin.
  struct Reader {
    std::size_t row = 0;
    KeyRange run;
    std::size_t first_weight = 0;
  };
  using Readers = std::map<std::size_t, std::vector<Reader>>;  // by block

  static Readers readers_of(const std::vector<SparseRow>& rows);
  void fill_logits(Index first_query, std::vector<SparseRow>& rows) const;
  void weigh(SparseRow& row, const std::vector<SeenBlock>& chosen) const;
  SparseRow without_mass(Index query) const;
  void for_each_group(const std::function<void(KeyRange)>& body) const;

  BlockChoice choice_;
  bool surrogate_;
  Index key_count_;
  VisibleKeys visible_;
  BlockCut cut_;
  PreparedScorer scorer_;
  ScoredBlocks scored_;
};

}  // namespace kapprox
