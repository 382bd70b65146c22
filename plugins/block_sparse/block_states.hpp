// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// States of linear attention over runs of blocks: those of 2^h blocks that begin at a multiple of
// 2^h, summed beforehand, so that any run of n blocks is at most 2 log2 n of them. The state of
// what is left of all blocks is so added up and never subtracted: S_all − S_selected, held as one
// state, would have lost some eps · S_all, and with it everything where a selected key is long.
#pragma once

#include <kapprox/linear_state.hpp>

#include <utility>
#include <vector>

namespace kapprox {

class BlockStates {
 public:
  // 2^level blocks from number · 2^level on.
  struct Run {
    Index level = 0;
    Index number = 0;
    bool operator<(const Run& other) const {
      return std::pair(level, number) < std::pair(other.level, other.number);
    }
  };

  // The state of each block, of so many numbers each.
  BlockStates(std::vector<LinearState> blocks, double state_size);

  // What blocks first … last − 1 are made of, in order.
  static std::vector<Run> cover(KeyRange blocks);

  const LinearState& at(Run run) const {
    return levels_[static_cast<std::size_t>(run.level)][static_cast<std::size_t>(run.number)];
  }

 private:
  std::vector<std::vector<LinearState>> levels_;
};

}  // namespace kapprox
