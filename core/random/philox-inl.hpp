// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Philox4x32-10 on Highway vectors, one counter per 64-bit lane: words stand in the low halves, the
// high halves hold garbage that the 32 × 32 → 64 multiplication ignores. Salmon et al., "Parallel
// random numbers: as easy as 1, 2, 3", SC 2011, section 3.3 and table 2.
//
// Highway's foreach_target.h includes this once per instruction set, so a guard that toggles stands
// where other headers are read once.
#if defined(KAPPROX_RANDOM_PHILOX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KAPPROX_RANDOM_PHILOX_INL
#undef KAPPROX_RANDOM_PHILOX_INL
#else
#define KAPPROX_RANDOM_PHILOX_INL
#endif

#include <cstdint>

#include "numeric/elementary-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {

inline constexpr int round_count = 10;

// Four words of every lane's block.
struct PhiloxState {
  WordVector w0, w1, w2, w3;
};

// The key of every round, spread over both multiplications.
struct PhiloxKeys {
  std::uint64_t first[round_count];
  std::uint64_t second[round_count];

  explicit PhiloxKeys(std::uint64_t key) {
    std::uint32_t low = static_cast<std::uint32_t>(key);
    std::uint32_t high = static_cast<std::uint32_t>(key >> 32);
    for (int round = 0; round < round_count; ++round) {
      first[round] = low;
      second[round] = high;
      low += 0x9E3779B9U;   // golden ratio
      high += 0xBB67AE85U;  // √3 - 1
    }
  }
};

// The 64-bit products of the low halves; b's high halves are zero.
HWY_INLINE WordVector multiply_low_halves(WordVector a, WordVector b) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Mul(hn::And(a, hn::Set(Words(), std::uint64_t{0xFFFFFFFF})), b);
#else
  const hn::Repartition<std::uint32_t, Words> d32;
  return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, b));
#endif
}

// Runs `streams` independent states side by side: one alone would wait for its own latency.
template <int streams>
HWY_INLINE void philox_rounds(const PhiloxKeys& keys, PhiloxState (&state)[streams]) {
  const Words dw;
  const WordVector first_factor = hn::Set(dw, std::uint64_t{0xD2511F53});
  const WordVector second_factor = hn::Set(dw, std::uint64_t{0xCD9E8D57});
  for (int round = 0; round < round_count; ++round) {
    const WordVector first_key = hn::Set(dw, keys.first[round]);
    const WordVector second_key = hn::Set(dw, keys.second[round]);
    for (int s = 0; s < streams; ++s) {
      PhiloxState& x = state[s];
      const WordVector p0 = multiply_low_halves(x.w0, first_factor);
      const WordVector p1 = multiply_low_halves(x.w2, second_factor);
      const WordVector next0 = hn::Xor3(hn::ShiftRight<32>(p1), x.w1, first_key);
      const WordVector next2 = hn::Xor3(hn::ShiftRight<32>(p0), x.w3, second_key);
      x = {next0, p1, next2, p0};
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace kapprox
HWY_AFTER_NAMESPACE();

#endif
