// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "linear_run.hpp"

#include <kapprox/parallel.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace kapprox::linear {

namespace {

// Chunks that are worked on together: enough for every thread, few enough for memory.
constexpr Index chunks_together = 16;

bool contains(KeyRange range, Index index) { return index >= range.first && index < range.last; }

}  // namespace

struct LinearRun::Panel {
  std::vector<QueryChunk> chunks;

  std::set<Index> multiplied_out() const {
    std::set<Index> result;
    for (const QueryChunk& chunk : chunks)
      for (Index c = chunk.touched.first; c < chunk.touched.last; ++c)
        if (!contains(chunk.whole, c)) result.insert(c);
    return result;
  }
};

LinearRun::LinearRun(const FeatureSample& sample, const VisibleKeys& keys, ConstMatrixView values,
                     ConstMatrixView queries, const Chunks& chunks, Storage storage)
    : sample_(sample),
      keys_(keys),
      values_(values),
      queries_(queries),
      chunks_(chunks),
      storage_(storage),
      prefix_(values.cols) {}

FlatSegments LinearRun::features_of(Side side, ConstMatrixView rows, KeyRange range) const {
  return flatten_segments(sample_.map(side, rows.rows_from(range.first, range.size())), storage_);
}

const FlatSegments* LinearRun::mapped(Index chunk) const {
  const auto found = features_.find(chunk);
  return found == features_.end() ? nullptr : &found->second;
}

LinearState LinearRun::state_of(Index chunk) const {
  const KeyRange range = chunks_.keys_of(chunk);
  LinearState state(values_.cols);
  if (const FlatSegments* features = mapped(chunk))
    state.add(*features, values_.rows_from(range.first, range.size()));
  else
    state.add(features_of(Side::key, keys_.keys(), range),
              values_.rows_from(range.first, range.size()));
  return state;
}

void LinearRun::extend(LinearState& state, const LinearState& chunk) const {
  state.add(chunk);
  state.round_to(storage_);
}

void LinearRun::map_keys(const Panel& panel) {
  std::map<Index, FlatSegments> kept;
  std::vector<std::pair<Index, FlatSegments*>> missing;
  for (const Index chunk : panel.multiplied_out()) {
    const auto found = features_.find(chunk);
    FlatSegments& place = kept[chunk];
    if (found != features_.end())
      place = std::move(found->second);
    else
      missing.emplace_back(chunk, &place);
  }
  features_ = std::move(kept);  // places stay where they are
  for_each_index(static_cast<Index>(missing.size()), [&](Index i) {
    const auto& [chunk, place] = missing[static_cast<std::size_t>(i)];
    *place = features_of(Side::key, keys_.keys(), chunks_.keys_of(chunk));
  });
}

std::vector<LinearRun::StatePointer> LinearRun::prefix_states(const Panel& panel) {
  std::vector<StatePointer> states;
  std::vector<LinearState> ready;  // of the chunks from ready_first on
  Index ready_first = prefix_end_;
  for (const QueryChunk& chunk : panel.chunks) {
    const bool is_longer = chunk.whole.last > prefix_end_;
    while (prefix_end_ < chunk.whole.last) {
      if (prefix_end_ == ready_first + static_cast<Index>(ready.size())) {
        ready_first = prefix_end_;
        const Index count = std::min(chunks_together, panel.chunks.back().whole.last - ready_first);
        ready.assign(static_cast<std::size_t>(std::max(count, Index{1})),
                     LinearState(values_.cols));
        for_each_index(static_cast<Index>(ready.size()), [&](Index i) {
          ready[static_cast<std::size_t>(i)] = state_of(ready_first + i);
        });
      }
      extend(prefix_, ready[static_cast<std::size_t>(prefix_end_ - ready_first)]);
      ++prefix_end_;
    }
    states.push_back(is_longer || states.empty() ? std::make_shared<const LinearState>(prefix_)
                                                 : states.back());
  }
  return states;
}

void LinearRun::band_states(const Panel& panel) {
  std::set<Index> needed;
  for (const QueryChunk& chunk : panel.chunks)
    for (Index c = chunk.whole.first; c < chunk.whole.last; ++c) needed.insert(c);
  std::map<Index, LinearState> kept;
  std::vector<std::pair<Index, LinearState*>> missing;
  for (const Index chunk : needed) {
    const auto found = chunk_states_.find(chunk);
    const bool is_new = found == chunk_states_.end();
    const auto place =
        kept.emplace(chunk, is_new ? LinearState(values_.cols) : std::move(found->second)).first;
    if (is_new) missing.emplace_back(chunk, &place->second);
  }
  chunk_states_ = std::move(kept);
  for_each_index(static_cast<Index>(missing.size()), [&](Index i) {
    const auto& [chunk, place] = missing[static_cast<std::size_t>(i)];
    *place = state_of(chunk);
  });
}

LinearState LinearRun::sum_of_band(KeyRange band) const {
  LinearState sum(values_.cols);
  for (Index chunk = band.first; chunk < band.last; ++chunk) extend(sum, chunk_states_.at(chunk));
  return sum;
}

void LinearRun::run(const Take& take) {
  const bool are_prefixes = chunks_.are_prefixes();
  for (Index first = 0; first < chunks_.query_chunks(); first += chunks_together) {
    Panel panel;
    for (Index c = first; c < std::min(first + chunks_together, chunks_.query_chunks()); ++c)
      panel.chunks.push_back(chunks_.query_chunk(c));
    map_keys(panel);
    std::vector<StatePointer> prefixes;
    if (are_prefixes)
      prefixes = prefix_states(panel);
    else
      band_states(panel);

    for_each_index(static_cast<Index>(panel.chunks.size()), [&](Index index) {
      const QueryChunk& chunk = panel.chunks[static_cast<std::size_t>(index)];
      const FlatSegments queries = features_of(Side::query, queries_, chunk.queries);
      AttentionSums sums(chunk.queries.size(), values_.cols);
      if (are_prefixes)
        prefixes[static_cast<std::size_t>(index)]->read(queries, sums);
      else
        sum_of_band(chunk.whole).read(queries, sums);
      std::vector<KeyRange> parts(chunk.runs.size());
      for (Index c = chunk.touched.first; c < chunk.touched.last; ++c) {
        if (contains(chunk.whole, c)) continue;
        std::transform(chunk.runs.begin(), chunk.runs.end(), parts.begin(),
                       [&](KeyRange run) { return chunks_.part_in(c, run); });
        const KeyRange own = chunks_.keys_of(c);
        add_products(queries, *mapped(c), values_.rows_from(own.first, own.size()), parts, sums);
      }
      take(chunk, sums);
    });
  }
}

}  // namespace kapprox::linear
