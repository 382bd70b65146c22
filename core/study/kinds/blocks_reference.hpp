// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A problem cut into blocks in every way that its cases ask for, with exact attention, and what the
// exact scores achieve at every case: the best that any scorer can be compared with.
#pragma once

#include <kapprox/block_choice.hpp>

#include "study/kinds/blocks_tally.hpp"
#include "study/kinds/study_kind.hpp"
#include "study/kinds/task.hpp"

#include <deque>
#include <vector>

namespace kapprox {

class BlocksReference final : public Reference {
 public:
  // `problem` must outlive it.
  explicit BlocksReference(const OrderedProblem& problem);

  // One mask and one size of blocks.
  struct Cut {
    Cut(const Problem& problem, const Mask& under, Index keys_in_block, const Matrix& exact);

    const Mask& mask;
    Index block;
    VisibleKeys visible;
    BlockCut blocks;
    const Matrix& exact_rows;  // n_q × d_v
  };

  // Of the case at this place.
  const Cut& cut(Index place) const { return *cut_of_[static_cast<std::size_t>(place)]; }

  std::vector<double> facts(Index place) const override;
  static const std::vector<ColumnText>& texts();

 private:
  struct Output {
    const Mask* mask;
    Matrix rows;
  };

  const Matrix& exact_rows(const Problem& problem, const Mask& mask);
  void add_cut(const Problem& problem, const Case& one);
  void measure(const OrderedProblem& problem);

  std::deque<Output> outputs_;
  std::deque<Cut> cuts_;
  std::vector<const Cut*> cut_of_;   // by place of the case
  std::vector<BlockMeasures> best_;  // likewise: of exact scores
  std::vector<double> log_sum_exp_;  // likewise: mean over measured queries
};

// Whether some query that is measured chooses among blocks; needs no score. Otherwise the case is
// undefined.
bool has_choice(const InputProblem& problem, const Case& one);

}  // namespace kapprox
