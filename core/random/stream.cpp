// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Addresses: every step hashes the old key, a tag for the kind of step, and the word or number.
#include <kapprox/stream.hpp>

#include "base/hash.hpp"
#include "random/fill.hpp"
#include "random/philox.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace kapprox {
namespace {

// Tags keep at("7"), at(7) and the seed 7 apart. Changing any of them changes every result.
constexpr char seed_tag = 's';
constexpr char word_tag = 'w';
constexpr char number_tag = 'n';

std::string tagged(char tag, std::uint64_t number) {
  std::string bytes(1, tag);
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>((number >> shift) & 0xFF);
  return bytes;
}

std::string tagged(char tag, std::string_view word) { return tag + std::string(word); }

void check_counter(std::string_view name, Index count, const SourceLocation& where) {
  if (count > static_cast<Index>(std::numeric_limits<std::uint32_t>::max()))
    check_size(name, count, static_cast<Index>(std::numeric_limits<std::uint32_t>::max()), where);
}

// Rows and column pairs are 32-bit words of the counter.
void check_shape(const MatrixView& out, const SourceLocation& where = SourceLocation::current()) {
  check_counter("rows of out", out.rows, where);
  check_counter("half the columns of out", out.cols / 2 + out.cols % 2, where);
}

}  // namespace

Stream::Stream(std::uint64_t seed) : key_(hash64(tagged(seed_tag, seed))) {}

Stream Stream::at(std::string_view word) const {
  return {hash64(tagged(word_tag, word), key_), trial_};
}

Stream Stream::at(std::uint64_t number) const {
  return {hash64(tagged(number_tag, number), key_), trial_};
}

Stream Stream::at(Slot slot) const {
  switch (slot) {
    case Slot::omega:
      return at("slot/omega");
    case Slot::second_omega:
      return at("slot/second_omega");
    case Slot::tau:
      return at("slot/tau");
  }
  throw Error("Stream::at: the slot is " + std::to_string(static_cast<int>(slot)) +
              ", but must be one of omega, second_omega or tau");
}

Stream Stream::trial(std::uint64_t number) const { return {key_, number}; }

void Stream::fill_normals(MatrixView out) const {
  check_shape(out);
  kapprox::fill_normals(key_, trial_, out);
}

void Stream::fill_uniforms(MatrixView out) const {
  check_shape(out);
  kapprox::fill_uniforms(key_, trial_, out);
}

void Stream::fill_words(Index row, std::span<std::uint32_t> words) const {
  check_at_least("row", row, 0);
  check_counter("row", row, SourceLocation::current());
  const std::size_t count = (words.size() + 3) / 4;
  check_counter("a quarter of the words", static_cast<Index>(count), SourceLocation::current());
  std::vector<std::uint32_t> columns(count);
  for (std::size_t i = 0; i < count; ++i) columns[i] = static_cast<std::uint32_t>(i);
  const std::vector<std::uint32_t> rows(count, static_cast<std::uint32_t>(row));
  std::vector<PhiloxBlock> blocks(count);
  philox_blocks(key_, trial_, columns, rows, blocks);
  for (std::size_t w = 0; w < words.size(); ++w) words[w] = blocks[w / 4][w % 4];
}

}  // namespace kapprox
