// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "block_states.hpp"

#include <kapprox/parallel.hpp>

#include <utility>

namespace kapprox {

BlockStates::BlockStates(std::vector<LinearState> blocks, double state_size) {
  levels_.push_back(std::move(blocks));
  while (levels_.back().size() > 1) {
    const std::vector<LinearState>& below = levels_.back();
    std::vector<LinearState> sums(below.size() / 2, LinearState(below.front().value_dim()));
    for_each_index(
        static_cast<Index>(sums.size()),
        [&](Index i) {
          const auto at = static_cast<std::size_t>(i);
          sums[at].add(below[2 * at]);
          sums[at].add(below[2 * at + 1]);
        },
        static_cast<double>(sums.size()) * state_size);
    levels_.push_back(std::move(sums));
  }
}

std::vector<BlockStates::Run> BlockStates::cover(KeyRange blocks) {
  std::vector<Run> runs;
  while (blocks.first < blocks.last) {
    Run run = {0, blocks.first};
    // The longest that begins here and ends in time.
    while (run.number % 2 == 0 && (run.number + 2) << run.level <= blocks.last)
      run = {run.level + 1, run.number / 2};
    runs.push_back(run);
    blocks.first = (run.number + 1) << run.level;
  }
  return runs;
}

}  // namespace kapprox
