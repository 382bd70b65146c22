// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a query sees and has not chosen: whole blocks, whose states are known, and parts of blocks
// (the own one in causal order, the edges of a window), whose keys are multiplied out.
#pragma once

#include <kapprox/mask.hpp>

#include <map>
#include <span>
#include <vector>

namespace kapprox {

struct BlockPart {
  Index block = 0;
  KeyRange rows;  // of the visible keys
};

struct Rest {
  std::vector<KeyRange> whole;  // runs of blocks
  std::vector<BlockPart> parts;
};

// seen: rows of the visible keys; blocks: the rows of each block, in order and without gaps;
// chosen: what is seen of each chosen block, in order.
Rest rest_of(KeyRange seen, std::span<const KeyRange> blocks, std::span<const KeyRange> chosen);

// All of it, block by block.
std::vector<BlockPart> parts_of(const Rest& rest, std::span<const KeyRange> blocks);

// By block, the part of it that each of some queries has, counted from the block's first key: an
// empty one for none. Blocks of which nobody has a part are missing.
std::map<Index, std::vector<KeyRange>> runs_of_blocks(
    const std::vector<std::vector<BlockPart>>& parts, std::span<const KeyRange> blocks);

}  // namespace kapprox
