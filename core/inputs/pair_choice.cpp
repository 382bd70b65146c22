// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The shuffle of Fisher and Yates from the front, as far as it is needed, with a table of the moved
// entries in place of the whole array.
#include "inputs/pair_choice.hpp"

#include <kapprox/error.hpp>

#include <array>
#include <unordered_map>

namespace kapprox {

std::vector<std::int64_t> permutation_prefix(const Stream& stream, std::int64_t size,
                                             std::int64_t count) {
  check_at_least("size", static_cast<Index>(size), static_cast<Index>(count));
  std::unordered_map<std::int64_t, std::int64_t> moved;
  const auto entry = [&moved](std::int64_t position) {
    const auto found = moved.find(position);
    return found == moved.end() ? position : found->second;
  };
  std::vector<std::int64_t> prefix;
  prefix.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    std::array<std::uint32_t, 2> words = {};
    stream.fill_words(static_cast<Index>(i), words);
    // 64 random bits modulo at most 2^40 choices: uniform to 2^-24.
    const std::uint64_t bits = std::uint64_t{words[1]} << 32 | words[0];
    const std::int64_t other =
        i + static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(size - i));
    prefix.push_back(entry(other));
    moved[other] = entry(i);
  }
  return prefix;
}

Pair pair_number(std::int64_t i, Index key_rows, bool matched) {
  const auto number = static_cast<Index>(i);
  return matched ? Pair{number, number} : Pair{number / key_rows, number % key_rows};
}

}  // namespace kapprox
