// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Normals and uniforms from counters. Blocks are numbered row after row; a batch of them is first
// turned into words and those into exact fractions, kept in small buffers, then the fractions into
// normals: two short loops keep more work in flight than one long one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "random/fill.cpp"
#include "random/fill.hpp"

#include <algorithm>
#include <cstdint>

#include <hwy/foreach_target.h>
// foreach_target.h comes first.
#include "random/philox-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {

// Blocks at a time: buffers of 10 KiB in all, well inside a first-level cache.
inline constexpr Index batch_blocks = 256;
inline constexpr int in_flight = 4;

// Steps through the blocks of `pairs` per row, a vector of consecutive ones at a time.
class CounterWalk {
 public:
  CounterWalk(Index pairs, Index start)
      : row_step_(max_lanes / static_cast<std::size_t>(pairs)),
        pair_step_(max_lanes % static_cast<std::size_t>(pairs)),
        pairs_(static_cast<std::uint64_t>(pairs)) {
    const Words dw;
    HWY_ALIGN std::uint64_t pair[max_lanes];
    HWY_ALIGN std::uint64_t row[max_lanes];
    for (std::size_t lane = 0; lane < max_lanes; ++lane) {
      const std::uint64_t block = static_cast<std::uint64_t>(start) + lane;
      pair[lane] = block % pairs_;
      row[lane] = block / pairs_;
    }
    pair_ = hn::Load(dw, pair);
    row_ = hn::Load(dw, row);
  }

  HWY_INLINE PhiloxState next(std::uint64_t trial) {
    const Words dw;
    const PhiloxState counter = {pair_, row_, hn::Set(dw, trial & 0xFFFFFFFF),
                                 hn::Set(dw, trial >> 32)};
    const hn::RebindToSigned<Words> di;
    const WordVector limit = hn::Set(dw, pairs_);
    pair_ = hn::Add(pair_, hn::Set(dw, pair_step_));
    row_ = hn::Add(row_, hn::Set(dw, row_step_));
    // All numbers are below 2^33: signed comparison, which every instruction set has.
    const auto within = hn::RebindMask(dw, hn::Lt(hn::BitCast(di, pair_), hn::BitCast(di, limit)));
    pair_ = hn::IfThenElse(within, pair_, hn::Sub(pair_, limit));
    row_ = hn::IfThenElse(within, row_, hn::Add(row_, hn::Set(dw, std::uint64_t{1})));
    return counter;
  }

 private:
  std::uint64_t row_step_;
  std::uint64_t pair_step_;
  std::uint64_t pairs_;
  WordVector pair_;
  WordVector row_;
};

// Calls use(b, state) for the next batch_blocks blocks, with the words of blocks b, b + 1, … in
// `state`.
template <class Use>
HWY_INLINE void for_blocks(const PhiloxKeys& keys, std::uint64_t trial, CounterWalk& walk,
                           const Use& use) {
  constexpr Index lanes = static_cast<Index>(max_lanes);
  static_assert(batch_blocks % (lanes * in_flight) == 0);
  for (Index b = 0; b < batch_blocks; b += lanes * in_flight) {
    PhiloxState state[in_flight];
    for (PhiloxState& s : state) s = walk.next(trial);
    philox_rounds(keys, state);
    for (int s = 0; s < in_flight; ++s) use.use(b + s * lanes, state[s]);
  }
}

// A double between `base` and 2 base whose mantissa ends in the chosen bits of the low half of
// `word`: base + (word & mask) · base · 2^-52, exactly. `base` is a power of two, or has bits
// outside `mask`.
HWY_INLINE DoubleVector above(Doubles d, double base, WordVector word, std::uint32_t mask) {
  const Words dw;
  const WordVector exponent = hn::BitCast(dw, hn::Set(d, base));
  return hn::BitCast(d, hn::OrAnd(exponent, word, hn::Set(dw, std::uint64_t{mask})));
}

// (word1 2^32 + word0) / 2^64 cut to 52 bits, plus 2^-53: an odd multiple of 2^-53, never 0 nor 1.
HWY_INLINE DoubleVector open_unit(Doubles d, WordVector word0, WordVector word1) {
  const DoubleVector high = above(d, 0x1p20, word1, 0xFFFFFFFF);
  const DoubleVector low = above(d, 0x1p-12 + 0x1p-53, word0, 0xFFFFF000);
  return hn::Add(hn::Sub(high, hn::Set(d, 0x1p20 + 0x1p-12)), low);
}

struct Uniforms {
  double* numbers;

  HWY_INLINE void use(Index b, const PhiloxState& w) const {
    const Doubles d;
    hn::StoreInterleaved2(open_unit(d, w.w0, w.w1), open_unit(d, w.w2, w.w3), d, numbers + 2 * b);
  }

  static HWY_INLINE void batch(const PhiloxKeys& keys, std::uint64_t trial, CounterWalk& walk,
                               double* numbers) {
    for_blocks(keys, trial, walk, Uniforms{numbers});
  }
};

// Box and Muller, "A note on the generation of random normal deviates", Annals of Mathematical
// Statistics 1958. With k and l the upper 53 bits of the block's two 64-bit words: u = 1 - k/2^53
// in (0, 1], v = l/2^53 in [0, 1), radius √(-2 log u), angle 2πv. Put 2v = h + 1/2 + r with h the
// highest bit of l: then cos 2πv = -(-1)^h sin πr and sin 2πv = (-1)^h cos πr. All of u, h and r
// are exact.
struct Normals {
  double* u;
  double* r;
  std::uint64_t* word3;

  HWY_INLINE void use(Index b, const PhiloxState& w) const {
    const Doubles d;
    const DoubleVector u_high = above(d, 0x1p20, w.w1, 0xFFFFFFFF);
    const DoubleVector u_low = above(d, 0x1p-12, w.w0, 0xFFFFF800);
    hn::Store(hn::Sub(hn::Sub(hn::Set(d, 1.0 + 0x1p20 + 0x1p-12), u_high), u_low), d, u + b);
    const DoubleVector r_high = above(d, 0x1p21, w.w3, 0x7FFFFFFF);
    const DoubleVector r_low = above(d, 0x1p-11, w.w2, 0xFFFFF800);
    hn::Store(hn::Add(hn::Sub(r_high, hn::Set(d, 0.5 + 0x1p21 + 0x1p-11)), r_low), d, r + b);
    hn::Store(w.w3, Words(), word3 + b);
  }

  static HWY_INLINE void batch(const PhiloxKeys& keys, std::uint64_t trial, CounterWalk& walk,
                               double* numbers) {
    const Doubles d;
    const Words dw;
    HWY_ALIGN double u[batch_blocks];
    HWY_ALIGN double r[batch_blocks];
    HWY_ALIGN std::uint64_t word3[batch_blocks];
    for_blocks(keys, trial, walk, Normals{u, r, word3});
    const WordVector sign = hn::Set(dw, std::uint64_t{1} << 63);
    constexpr Index lanes = static_cast<Index>(max_lanes);
    for (Index b = 0; b < batch_blocks; b += lanes) {
      const DoubleVector log_u = log_positive_normal(d, hn::Load(d, u + b));
      const DoubleVector size = hn::Sqrt(hn::Mul(hn::Set(d, -2.0), log_u));
      const WordVector half_turn = hn::And(hn::ShiftLeft<32>(hn::Load(dw, word3 + b)), sign);
      const DoubleVector radius = hn::Xor(size, hn::BitCast(d, half_turn));
      DoubleVector sine;
      DoubleVector cosine;
      sin_cos_half_turn(d, hn::Load(d, r + b), sine, cosine);
      hn::StoreInterleaved2(hn::Neg(hn::Mul(radius, sine)), hn::Mul(radius, cosine), d,
                            numbers + 2 * b);
    }
  }
};

// Copies `count` blocks' numbers, the first of them block `block`, to their places in out.
void scatter(const double* numbers, Index block, Index count, Index pairs, const MatrixView& out) {
  Index row = block / pairs;
  Index pair = block % pairs;
  while (count > 0) {
    const Index here = std::min(count, pairs - pair);
    const Index width = std::min(2 * here, out.cols - 2 * pair);
    std::copy_n(numbers, width, out.data + row * out.stride + 2 * pair);
    numbers += 2 * here;
    count -= here;
    pair = 0;
    ++row;
  }
}

template <class Numbers>
HWY_INLINE void fill_matrix(std::uint64_t key, std::uint64_t trial, const MatrixView& out) {
  if (out.rows == 0 || out.cols == 0) return;
  const Index pairs = (out.cols + 1) / 2;
  const Index blocks = pairs * out.rows;
  const PhiloxKeys keys(key);
  const bool packed = out.stride == out.cols && out.cols % 2 == 0;
  HWY_ALIGN double numbers[2 * batch_blocks];
  CounterWalk walk(pairs, 0);
  for (Index block = 0; block < blocks; block += batch_blocks) {
    const Index count = std::min(batch_blocks, blocks - block);
    if (packed && count == batch_blocks) {
      Numbers::batch(keys, trial, walk, out.data + 2 * block);
    } else {
      Numbers::batch(keys, trial, walk, numbers);
      scatter(numbers, block, count, pairs, out);
    }
  }
}

void normals(std::uint64_t key, std::uint64_t trial, const MatrixView& out) {
  fill_matrix<Normals>(key, trial, out);
}

void uniforms(std::uint64_t key, std::uint64_t trial, const MatrixView& out) {
  fill_matrix<Uniforms>(key, trial, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace kapprox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kapprox {

HWY_EXPORT(normals);
HWY_EXPORT(uniforms);

void fill_normals(std::uint64_t key, std::uint64_t trial, MatrixView out) {
  HWY_DYNAMIC_DISPATCH(normals)(key, trial, out);
}

void fill_uniforms(std::uint64_t key, std::uint64_t trial, MatrixView out) {
  HWY_DYNAMIC_DISPATCH(uniforms)(key, trial, out);
}

}  // namespace kapprox
#endif
