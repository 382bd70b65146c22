// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Which keys a query may see: all, earlier ones, near ones, some, or what several of these leave. A
// mask is a value given beside a problem. Query i of n_q stands at the position of key
// i + n_k − n_q, so that the last query stands at the last key, as in decoding with a cache.
#pragma once

#include <kapprox/types.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace kapprox {

// Keys first … last − 1; empty where first ≥ last.
struct KeyRange {
  Index first = 0;
  Index last = 0;

  Index size() const { return first < last ? last - first : 0; }
};

struct Mask {
  bool causal = false;             // only keys at the query's position and before
  Index window = 0;                // only keys closer than this to it; 0: no window
  std::vector<std::uint8_t> keys;  // n_k bytes, 0 for a key that nobody sees; empty: all are seen

  bool operator==(const Mask&) const = default;

  bool is_empty() const { return !causal && window == 0 && keys.empty(); }

  // What `causal` and `window` leave to query i, before `keys`.
  KeyRange range(Index query, Index queries, Index key_count) const;
  bool allows_key(Index key) const {
    return keys.empty() || keys[static_cast<std::size_t>(key)] != 0;
  }
  bool allows(Index query, Index key, Index queries, Index key_count) const;

  // "none", "causal", "window 16", "causal, window 16 and hidden keys": for messages.
  std::string words() const;

  // Throws Error when `window` is negative or `keys` is neither empty nor of length key_count.
  void check(Index key_count) const;
};

// Seen under both masks. Throws Error when both name keys and differ in length.
Mask intersection(const Mask& a, const Mask& b);

}  // namespace kapprox
