// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Trials of a study of blocks: all queries of a problem score the blocks they see, and what they
// choose is compared with the exact choice. Scorers are deterministic: one trial tells all.
#pragma once

#include <kapprox/block_scorer.hpp>

#include "study/kinds/blocks_reference.hpp"
#include "study/kinds/task.hpp"

#include <string>
#include <vector>

namespace kapprox {

const std::vector<std::string>& blocks_scalar_names();

class BlocksTask final : public Task {
 public:
  // All must outlive it.
  BlocksTask(const BlockScorer& scorer, const OrderedProblem& problem,
             const BlocksReference& reference)
      : scorer_(scorer), problem_(problem), reference_(reference) {}

  void run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const override;
  PointTheory theory(const OrderedCase&) const override { return {}; }
  std::string trial_words(const OrderedCase& one, std::int64_t trial) const override;

 private:
  // Cases of a set, by place in it, that share scores: one cut, one calibration.
  using Group = std::vector<std::size_t>;
  static std::vector<Group> groups_of(const CaseSet& set, const BlocksReference& reference);
  void run_group(const CaseSet& set, const Group& group, Outcomes& outcomes) const;
  std::vector<double> scalars_of(const BlockMeasures& measures, Index block) const;

  const BlockScorer& scorer_;
  const OrderedProblem& problem_;
  const BlocksReference& reference_;
};

}  // namespace kapprox
