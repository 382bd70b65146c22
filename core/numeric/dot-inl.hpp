// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Dot products in sixteen virtual lanes, element i in lane i mod 16, each lane one chain of fused
// multiply-adds; the lanes are then added as one fixed tree. So the bits do not depend on how many
// real lanes a vector has.
//
// Highway's foreach_target.h includes this once per instruction set, so a guard that toggles stands
// where other headers are read once.
#if defined(KAPPROX_NUMERIC_DOT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KAPPROX_NUMERIC_DOT_INL
#undef KAPPROX_NUMERIC_DOT_INL
#else
#define KAPPROX_NUMERIC_DOT_INL
#endif

#include "numeric/elementary-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {

inline constexpr std::size_t virtual_lanes = 16;
inline constexpr std::size_t sum_count = virtual_lanes / max_lanes;

// The sixteen chains.
struct VirtualLanes {
  DoubleVector sum[sum_count];

  HWY_INLINE VirtualLanes() {
    for (DoubleVector& one : sum) one = hn::Zero(Doubles());
  }

  // Adds a[0 … 15] · b[0 … 15], lane by lane.
  HWY_INLINE void add(const double* a, const double* b) {
    const Doubles d;
    for (std::size_t s = 0; s < sum_count; ++s)
      sum[s] = hn::MulAdd(hn::LoadU(d, a + s * max_lanes), hn::LoadU(d, b + s * max_lanes), sum[s]);
  }
};

// lane j + lane j + half, then the same on half as many.
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE double sum_of_tree(Doubles, DoubleVector v) { return hn::GetLane(v); }
#else
template <class D>
HWY_INLINE double sum_of_tree(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) == 2) {
    HWY_ALIGN double lane[2];
    hn::Store(v, d, lane);
    return lane[0] + lane[1];
  } else {
    const hn::Half<D> half;
    return sum_of_tree(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}
#endif

HWY_INLINE double sum_of(VirtualLanes lanes) {
  for (std::size_t width = sum_count / 2; width > 0; width /= 2)
    for (std::size_t s = 0; s < width; ++s)
      lanes.sum[s] = hn::Add(lanes.sum[s], lanes.sum[s + width]);
  return sum_of_tree(Doubles(), lanes.sum[0]);
}

}  // namespace HWY_NAMESPACE
}  // namespace kapprox
HWY_AFTER_NAMESPACE();

#endif
