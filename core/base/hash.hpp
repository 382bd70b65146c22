// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One hash for everything that names content: stream addresses, problem keys, digests. XXH3 of the
// xxHash library: fixed for all time by its specification, not cryptographic.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace kapprox {

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0);

// A running 128-bit digest.
class Digest {
 public:
  Digest();
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  void add(std::string_view bytes);  // the length is hashed too, so that "ab","c" ≠ "a","bc"
  void add(std::span<const double> values);
  std::string hex() const;  // 32 lower-case digits

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kapprox
