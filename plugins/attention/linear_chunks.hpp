// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How linear attention divides its work: queries and visible keys in chunks of one length. A chunk
// of keys that all rows of a chunk of queries see whole is read from a state; one that some of them
// see in part is multiplied out, row by row. This holds for every mask, since what a query sees is
// one run of keys; no state is ever subtracted.
#pragma once

#include <kapprox/visible_keys.hpp>

#include <vector>

namespace kapprox::linear {

// Ranges of `whole` and `touched` count chunks of keys.
struct QueryChunk {
  KeyRange queries;
  std::vector<KeyRange> runs;  // what each of them sees, rows of the visible keys
  KeyRange whole;              // seen whole by every query that sees any key
  KeyRange touched;            // seen by some query, `whole` among them
};

class Chunks {
 public:
  // Of the queries in `queries`; `keys` must outlive this.
  Chunks(const VisibleKeys& keys, KeyRange queries, Index length);

  Index query_chunks() const { return count_of(queries_.size()); }
  QueryChunk query_chunk(Index chunk) const;

  KeyRange keys_of(Index chunk) const;
  // The part of `run` that lies in a chunk of keys, counted from its first.
  KeyRange part_in(Index chunk, KeyRange run) const;

  // True: every query sees the first visible key, so that states are prefixes of one another.
  bool are_prefixes() const;

 private:
  Index count_of(Index rows) const { return (rows + length_ - 1) / length_; }

  const VisibleKeys& keys_;
  KeyRange queries_;
  Index length_;
};

}  // namespace kapprox::linear
