// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Randomness as an immutable address. A Stream names a point of the counter-based generator
// Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011): its key is
// a hash of words (seed, problem, law, slot, …), its counter holds the trial, row and column.
// Reading it changes nothing; the element at (row, column) is a pure function of the address, so it
// does not depend on how many rows or columns are asked for. Bits are the same for every compiler,
// and for every processor with fused multiply-adds (all x86 ones with AVX2). The three fill
// functions read the same blocks: give each its own address.
#pragma once

#include <kapprox/matrix.hpp>
#include <kapprox/types.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace kapprox {

// The independent draws a method may need within one trial. Methods that share a slot share bits.
enum class Slot { omega, second_omega, tau };

class Stream {
 public:
  explicit Stream(std::uint64_t seed);

  // A child address, one for every different word or number. Order matters.
  Stream at(std::string_view word) const;
  Stream at(std::uint64_t number) const;
  Stream at(Slot slot) const;

  // The same address in another trial.
  Stream trial(std::uint64_t number) const;
  std::uint64_t trial_number() const { return trial_; }
  std::uint64_t key() const { return key_; }

  // out(i, j) ~ N(0, 1), independent over (i, j). Box-Muller over one Philox block per row and pair
  // of columns: column 2p is the cosine, column 2p + 1 the sine.
  void fill_normals(MatrixView out) const;

  // out(i, j) uniform on the odd multiples of 2^-53 in (0, 1), independent over (i, j): two columns
  // per Philox block. Both fills throw Error beyond 2^32 - 1 rows or column pairs.
  void fill_uniforms(MatrixView out) const;

  // words[w] = 32-bit word w of row `row`: four words per Philox block, in Random123's order.
  void fill_words(Index row, std::span<std::uint32_t> words) const;

 private:
  Stream(std::uint64_t key, std::uint64_t trial) : key_(key), trial_(trial) {}

  std::uint64_t key_ = 0;
  std::uint64_t trial_ = 0;

  friend struct StreamAccess;
};

}  // namespace kapprox
