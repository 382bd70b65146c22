// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include <kapprox/error.hpp>
#include <kapprox/mask.hpp>

#include <algorithm>

namespace kapprox {

KeyRange Mask::range(Index query, Index queries, Index key_count) const {
  const Index position = query + key_count - queries;
  KeyRange range{0, key_count};
  if (causal) range.last = position + 1;
  if (window > 0) {
    // Wider than both together shows nothing more, and no sum overflows.
    const Index width = std::min(window, queries + key_count);
    range.first = std::max(range.first, position - width + 1);
    range.last = std::min(range.last, position + width);
  }
  range.first = std::min(range.first, key_count);
  range.last = std::clamp(range.last, Index{0}, key_count);
  return range;
}

bool Mask::allows(Index query, Index key, Index queries, Index key_count) const {
  const KeyRange seen = range(query, queries, key_count);
  return key >= seen.first && key < seen.last && allows_key(key);
}

std::string Mask::words() const {
  std::vector<std::string> parts;
  if (causal) parts.emplace_back("causal");
  if (window > 0) parts.push_back("window " + std::to_string(window));
  if (!keys.empty()) parts.emplace_back("hidden keys");
  if (parts.empty()) return "none";
  std::string text = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i)
    text += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

void Mask::check(Index key_count) const {
  check_at_least("window of the mask", window, 0);
  if (!keys.empty())
    check_size("number of keys in the mask", static_cast<Index>(keys.size()), key_count);
}

Mask intersection(const Mask& a, const Mask& b) {
  Mask both;
  both.causal = a.causal || b.causal;
  both.window = a.window == 0 || b.window == 0 ? a.window + b.window : std::min(a.window, b.window);
  both.keys = a.keys.empty() ? b.keys : a.keys;
  if (!a.keys.empty() && !b.keys.empty()) {
    check_size("number of keys in the second mask", static_cast<Index>(b.keys.size()),
               static_cast<Index>(a.keys.size()));
    for (std::size_t j = 0; j < both.keys.size(); ++j)
      both.keys[j] = a.keys[j] != 0 && b.keys[j] != 0 ? 1 : 0;
  }
  return both;
}

}  // namespace kapprox
