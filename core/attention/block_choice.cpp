// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include <kapprox/block_choice.hpp>
#include <kapprox/rows.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

BlockCut::BlockCut(Index block, const VisibleKeys& visible, ConstMatrixView queries,
                   Index key_count)
    : block_(block),
      visible_(visible),
      queries_(queries),
      first_position_(key_count - queries.rows) {
  for (Index j = 0; j < visible.count(); ++j) {
    const Index number = visible.original(j) / block;
    if (numbers_.empty() || numbers_.back() != number) {
      numbers_.push_back(number);
      rows_.push_back({j, j});
    }
    rows_.back().last = j + 1;
  }
}

std::vector<SeenBlock> BlockCut::seen(Index query) const {
  const KeyRange range = visible_.range(query);
  const Index position = first_position_ + query;
  std::vector<SeenBlock> all;
  all.reserve(rows_.size());
  for (std::size_t b = 0; b < rows_.size(); ++b) {
    SeenBlock one;
    one.place = b;
    one.rows = {std::max(rows_[b].first, range.first), std::min(rows_[b].last, range.last)};
    if (one.rows.size() == 0) continue;
    one.is_own = position >= 0 && numbers_[b] == position / block_;
    all.push_back(one);
  }
  return all;
}

ScoredBlocks::ScoredBlocks(const PreparedScorer& scorer, const BlockCut& cut)
    : scorer_(scorer), cut_(cut) {
  summaries_.reserve(cut.blocks().size());
  for (const KeyRange& rows : cut.blocks()) {
    std::unique_ptr<BlockSummary> summary = scorer.begin_block();
    summary->add(cut.visible().keys().rows_from(rows.first, rows.size()));
    summary->finish();
    summaries_.push_back(std::move(summary));
  }
}

// Queries that see the block whole, together.
void ScoredBlocks::score_whole(std::size_t block, std::span<SeenBlock* const> those,
                               std::span<const Index> queries) const {
  std::vector<double> scores(queries.size());
  summaries_[block]->scores(rows_at(cut_.queries(), queries), scores);
  for (std::size_t i = 0; i < those.size(); ++i) those[i]->score = scores[i];
}

double ScoredBlocks::score_of_part(const SeenBlock& one, Index query) const {
  const std::unique_ptr<BlockSummary> part = scorer_.begin_block();
  part->add(cut_.visible().keys().rows_from(one.rows.first, one.rows.size()));
  return part->score(cut_.queries().row(query));
}

std::vector<std::vector<SeenBlock>> ScoredBlocks::seen(KeyRange queries, OwnBlock own) const {
  std::vector<std::vector<SeenBlock>> all;
  all.reserve(static_cast<std::size_t>(queries.size()));
  std::vector<std::vector<SeenBlock*>> whole(summaries_.size());  // by block
  std::vector<std::vector<Index>> readers(summaries_.size());
  for (Index i = queries.first; i < queries.last; ++i)
    for (SeenBlock& one : all.emplace_back(cut_.seen(i))) {
      if (is_forced(one, own)) continue;
      if (one.rows.size() < cut_.blocks()[one.place].size()) {
        one.score = score_of_part(one, i);
        continue;
      }
      whole[one.place].push_back(&one);
      readers[one.place].push_back(i);
    }
  for (std::size_t b = 0; b < whole.size(); ++b)
    if (!whole[b].empty()) score_whole(b, whole[b], readers[b]);
  for (std::vector<SeenBlock>& blocks : all)
    for (SeenBlock& one : blocks)
      if (std::isnan(one.score)) one.score = -std::numeric_limits<double>::infinity();
  return all;
}

Index free_slots(std::span<const SeenBlock> seen, const BlockChoice& choice) {
  const bool takes_one =
      choice.own == OwnBlock::slot &&
      std::any_of(seen.begin(), seen.end(), [](const SeenBlock& one) { return one.is_own; });
  return std::max(choice.top_k - (takes_one ? 1 : 0), Index{0});
}

std::vector<std::size_t> chosen_blocks(std::span<const SeenBlock> seen, const BlockChoice& choice) {
  std::vector<std::size_t> chosen;
  for (std::size_t b = 0; b < seen.size(); ++b)
    if (!is_forced(seen[b], choice.own)) chosen.push_back(b);
  const auto slots = static_cast<std::size_t>(free_slots(seen, choice));
  if (slots < chosen.size()) {
    const auto last = chosen.begin() + static_cast<std::ptrdiff_t>(slots);
    std::partial_sort(chosen.begin(), last, chosen.end(), [&](std::size_t a, std::size_t b) {
      return seen[a].score > seen[b].score || (seen[a].score == seen[b].score && a < b);
    });
    chosen.erase(last, chosen.end());
  }
  for (std::size_t b = 0; b < seen.size(); ++b)
    if (is_forced(seen[b], choice.own)) chosen.push_back(b);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace kapprox
