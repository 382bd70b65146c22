// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Normals and uniforms from counters. Blocks are numbered row after row; a batch of them is first
// turned into raw 64-bit words in a small buffer, then the words into numbers: two short loops keep
// more work in flight than one long one.
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

inline constexpr Index kBatch =
    256;  // blocks: two buffers of 2 KiB of words, one of 4 KiB of numbers
inline constexpr int kInFlight = 4;

// Steps through the blocks of `pairs` per row, a vector of consecutive ones at a time.
class CounterWalk {
 public:
  CounterWalk(Index pairs, Index start)
      : row_step_(kMaxLanes / static_cast<std::size_t>(pairs)),
        pair_step_(kMaxLanes % static_cast<std::size_t>(pairs)),
        pairs_(static_cast<std::uint64_t>(pairs)) {
    const Words dw;
    HWY_ALIGN std::uint64_t pair[kMaxLanes];
    HWY_ALIGN std::uint64_t row[kMaxLanes];
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane) {
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
    const WordVector beyond = hn::BitCast(
        dw, hn::VecFromMask(di, hn::Lt(hn::BitCast(di, pair_), hn::BitCast(di, limit))));
    pair_ = hn::Sub(pair_, hn::AndNot(beyond, limit));
    row_ = hn::Add(row_, hn::AndNot(beyond, hn::Set(dw, std::uint64_t{1})));
    return counter;
  }

 private:
  std::uint64_t row_step_;
  std::uint64_t pair_step_;
  std::uint64_t pairs_;
  WordVector pair_;
  WordVector row_;
};

// first[b], second[b] = words 0, 1 and words 2, 3 of the next kBatch blocks.
HWY_INLINE void raw_words(const PhiloxKeys& keys, std::uint64_t trial, CounterWalk& walk,
                          std::uint64_t* HWY_RESTRICT first, std::uint64_t* HWY_RESTRICT second) {
  const Words dw;
  constexpr Index lanes = static_cast<Index>(kMaxLanes);
  static_assert(kBatch % (lanes * kInFlight) == 0);
  for (Index b = 0; b < kBatch; b += lanes * kInFlight) {
    PhiloxState state[kInFlight];
    for (PhiloxState& s : state) s = walk.next(trial);
    philox_rounds(keys, state);
    for (int s = 0; s < kInFlight; ++s) {
      hn::Store(join_words(state[s].w0, state[s].w1), dw, first + b + s * lanes);
      hn::Store(join_words(state[s].w2, state[s].w3), dw, second + b + s * lanes);
    }
  }
}

// The upper 53 bits of a word as an integer-valued double, exactly, by the bits of 2^52 and 2^84.
HWY_INLINE DoubleVector upper_53_bits(Doubles d, WordVector word) {
  const Words dw;
  const WordVector k = hn::ShiftRight<11>(word);
  const DoubleVector high =
      hn::BitCast(d, hn::Or(hn::ShiftRight<32>(k), hn::Set(dw, std::uint64_t{0x4530000000000000})));
  const DoubleVector low = hn::BitCast(d, hn::Or(hn::And(k, hn::Set(dw, std::uint64_t{0xFFFFFFFF})),
                                                 hn::Set(dw, std::uint64_t{0x4330000000000000})));
  return hn::Add(hn::Sub(high, hn::Set(d, 0x1p84 + 0x1p52)), low);
}

inline constexpr double kUnit53 = 0x1p-53;

// Box and Muller, "A note on the generation of random normal deviates", Annals of Mathematical
// Statistics 1958: u in (0, 1], v in [0, 1), radius √(-2 log u), angle 2πv.
HWY_INLINE void normal_pair(Doubles d, WordVector first, WordVector second, DoubleVector& cosine,
                            DoubleVector& sine) {
  const Words dw;
  const DoubleVector one = hn::Set(d, 1.0);
  const DoubleVector u = hn::Mul(hn::Add(upper_53_bits(d, first), one), hn::Set(d, kUnit53));
  const DoubleVector radius = hn::Sqrt(hn::Mul(hn::Set(d, -2.0), log_positive_normal(d, u)));
  const DoubleVector turn = hn::Mul(upper_53_bits(d, second), hn::Set(d, 4.0 * kUnit53));
  const DoubleVector quarter = hn::Round(turn);
  const DoubleVector rest =
      hn::Mul(hn::Sub(turn, quarter), hn::Set(d, 1.5707963267948966));  // the difference is exact
  const WordVector k = hn::BitCast(dw, hn::Add(quarter, hn::Set(d, kIntegerShift)));
  sin_cos_quadrant(d, k, rest, sine, cosine);
  cosine = hn::Mul(cosine, radius);
  sine = hn::Mul(sine, radius);
}

struct Normals {
  static HWY_INLINE void transform(Doubles d, WordVector first, WordVector second,
                                   DoubleVector& even, DoubleVector& odd) {
    normal_pair(d, first, second, even, odd);
  }
};

struct Uniforms {
  // (k + 1/2) / 2^52 of the upper 52 bits: an odd multiple of 2^-53, never 0 nor 1.
  static HWY_INLINE DoubleVector open_unit(Doubles d, WordVector word) {
    const Words dw;
    return hn::Mul(upper_53_bits(d, hn::Or(word, hn::Set(dw, std::uint64_t{1} << 11))),
                   hn::Set(d, kUnit53));
  }
  static HWY_INLINE void transform(Doubles d, WordVector first, WordVector second,
                                   DoubleVector& even, DoubleVector& odd) {
    even = open_unit(d, first);
    odd = open_unit(d, second);
  }
};

// numbers[2b], numbers[2b + 1] from block b.
template <class Transform>
HWY_INLINE void transform_batch(const std::uint64_t* HWY_RESTRICT first,
                                const std::uint64_t* HWY_RESTRICT second,
                                double* HWY_RESTRICT numbers) {
  const Doubles d;
  const Words dw;
  constexpr Index lanes = static_cast<Index>(kMaxLanes);
  for (Index b = 0; b < kBatch; b += lanes) {
    DoubleVector even;
    DoubleVector odd;
    Transform::transform(d, hn::Load(dw, first + b), hn::Load(dw, second + b), even, odd);
    hn::StoreInterleaved2(even, odd, d, numbers + 2 * b);
  }
}

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

template <class Transform>
HWY_INLINE void fill_matrix(std::uint64_t key, std::uint64_t trial, const MatrixView& out) {
  if (out.rows == 0 || out.cols == 0) return;
  const Index pairs = (out.cols + 1) / 2;
  const Index blocks = pairs * out.rows;
  const PhiloxKeys keys(key);
  const bool packed = out.stride == out.cols && out.cols % 2 == 0;
  HWY_ALIGN std::uint64_t first[kBatch];
  HWY_ALIGN std::uint64_t second[kBatch];
  HWY_ALIGN double numbers[2 * kBatch];
  CounterWalk walk(pairs, 0);
  for (Index block = 0; block < blocks; block += kBatch) {
    const Index count = std::min(kBatch, blocks - block);
    raw_words(keys, trial, walk, first, second);
    if (packed && count == kBatch) {
      transform_batch<Transform>(first, second, out.data + 2 * block);
    } else {
      transform_batch<Transform>(first, second, numbers);
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
