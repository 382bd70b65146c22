// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "rest.hpp"

#include <algorithm>

namespace kapprox {

Rest rest_of(KeyRange seen, std::span<const KeyRange> blocks, std::span<const KeyRange> chosen) {
  Rest rest;
  std::size_t next = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const KeyRange part = {std::max(blocks[b].first, seen.first),
                           std::min(blocks[b].last, seen.last)};
    if (part.size() == 0) continue;
    if (next < chosen.size() && chosen[next].first == part.first) {
      ++next;
      continue;
    }
    const auto block = static_cast<Index>(b);
    if (part.size() < blocks[b].size())
      rest.parts.push_back({block, part});
    else if (!rest.whole.empty() && rest.whole.back().last == block)
      ++rest.whole.back().last;
    else
      rest.whole.push_back({block, block + 1});
  }
  return rest;
}

std::vector<BlockPart> parts_of(const Rest& rest, std::span<const KeyRange> blocks) {
  std::vector<BlockPart> parts = rest.parts;
  for (const KeyRange& run : rest.whole)
    for (Index b = run.first; b < run.last; ++b)
      parts.push_back({b, blocks[static_cast<std::size_t>(b)]});
  return parts;
}

std::map<Index, std::vector<KeyRange>> runs_of_blocks(
    const std::vector<std::vector<BlockPart>>& parts, std::span<const KeyRange> blocks) {
  std::map<Index, std::vector<KeyRange>> all;
  for (std::size_t query = 0; query < parts.size(); ++query)
    for (const BlockPart& part : parts[query]) {
      std::vector<KeyRange>& runs = all[part.block];
      runs.resize(parts.size());
      const Index first = blocks[static_cast<std::size_t>(part.block)].first;
      runs[query] = {part.rows.first - first, part.rows.last - first};
    }
  return all;
}

}  // namespace kapprox
