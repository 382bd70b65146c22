// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "linear_chunks.hpp"

#include <algorithm>

namespace kapprox::linear {

Chunks::Chunks(const VisibleKeys& keys, KeyRange queries, Index length)
    : keys_(keys), queries_(queries), length_(length) {}

QueryChunk Chunks::query_chunk(Index chunk) const {
  QueryChunk result;
  result.queries.first = queries_.first + chunk * length_;
  result.queries.last = std::min(result.queries.first + length_, queries_.last);
  KeyRange any = {keys_.count(), 0};
  KeyRange every = {0, keys_.count()};
  for (Index query = result.queries.first; query < result.queries.last; ++query) {
    const KeyRange run = keys_.range(query);
    result.runs.push_back(run);
    if (run.size() == 0) continue;
    any = {std::min(any.first, run.first), std::max(any.last, run.last)};
    every = {std::max(every.first, run.first), std::min(every.last, run.last)};
  }
  if (any.size() == 0) return result;
  result.touched = {any.first / length_, count_of(any.last)};
  // The last chunk may be short: it is whole where it is seen to its end.
  result.whole = {count_of(every.first),
                  every.last == keys_.count() ? count_of(keys_.count()) : every.last / length_};
  if (result.whole.size() == 0) result.whole = {result.touched.first, result.touched.first};
  return result;
}

KeyRange Chunks::keys_of(Index chunk) const {
  return {chunk * length_, std::min((chunk + 1) * length_, keys_.count())};
}

KeyRange Chunks::part_in(Index chunk, KeyRange run) const {
  const KeyRange keys = keys_of(chunk);
  const KeyRange part = {std::max(run.first, keys.first) - keys.first,
                         std::min(run.last, keys.last) - keys.first};
  return part.size() > 0 ? part : KeyRange{};
}

bool Chunks::are_prefixes() const {
  // Runs move on with their queries: the last one that sees a key begins last.
  for (Index query = queries_.last - 1; query >= queries_.first; --query) {
    const KeyRange run = keys_.range(query);
    if (run.size() > 0) return run.first == 0;
  }
  return true;
}

}  // namespace kapprox::linear
