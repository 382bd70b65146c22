// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// XXH3 by libxxhash. Numbers are hashed as their little-endian bytes, so a digest means the same on
// every machine.
#include "base/hash.hpp"

#include <kapprox/error.hpp>

#include <bit>

#include <xxhash.h>

namespace kapprox {

static_assert(std::endian::native == std::endian::little,
              "doubles are hashed in place; a big-endian machine would need a swapped copy");

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

struct Digest::State {
  XXH3_state_t* xxh = XXH3_createState();
  State() {
    if (xxh == nullptr) throw Error("Digest: no memory for its state");
    XXH3_128bits_reset(xxh);
  }
  ~State() { XXH3_freeState(xxh); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void add(const void* data, std::size_t bytes) {
    const std::uint64_t length = bytes;
    XXH3_128bits_update(xxh, &length, sizeof length);
    XXH3_128bits_update(xxh, data, bytes);
  }
};

Digest::Digest() : state_(std::make_unique<State>()) {}
Digest::~Digest() = default;

void Digest::add(std::string_view bytes) { state_->add(bytes.data(), bytes.size()); }

void Digest::add(std::span<const double> values) {
  state_->add(values.data(), values.size_bytes());
}

std::string Digest::hex() const {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state_->xxh));
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace kapprox
