// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Sums and maxima over arrays of any length.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "numeric/reductions.cpp"
#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <limits>

#include <hwy/foreach_target.h>
// foreach_target.h comes first.
#include "numeric/dot-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {

double dot_array(const double* a, const double* b, std::size_t n) {
  VirtualLanes lanes;
  std::size_t i = 0;
  for (; i + virtual_lanes <= n; i += virtual_lanes) lanes.add(a + i, b + i);
  if (i < n) {
    double a_end[virtual_lanes] = {};
    double b_end[virtual_lanes] = {};
    for (std::size_t j = i; j < n; ++j) {
      a_end[j - i] = a[j];
      b_end[j - i] = b[j];
    }
    lanes.add(a_end, b_end);
  }
  return sum_of(lanes);
}

double exp_and_sum_array(const double* x, double shift, double* out, std::size_t n) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  const DoubleVector down = hn::Set(d, shift);
  HWY_ALIGN static constexpr double ones[virtual_lanes] = {1, 1, 1, 1, 1, 1, 1, 1,
                                                           1, 1, 1, 1, 1, 1, 1, 1};
  VirtualLanes sums;
  std::size_t i = 0;
  for (; i + virtual_lanes <= n; i += virtual_lanes) {
    for (std::size_t j = i; j < i + virtual_lanes; j += lanes)
      hn::StoreU(exp_vector(d, hn::Sub(hn::LoadU(d, x + j), down)), d, out + j);
    sums.add(out + i, ones);
  }
  if (i < n) {
    HWY_ALIGN double last[virtual_lanes] = {};
    for (std::size_t j = i; j < n; ++j) last[j - i] = x[j];
    for (std::size_t j = 0; j < virtual_lanes; j += lanes)
      hn::Store(exp_vector(d, hn::Sub(hn::Load(d, last + j), down)), d, last + j);
    for (std::size_t j = i; j < n; ++j) out[j] = last[j - i];
    for (std::size_t j = n - i; j < virtual_lanes; ++j) last[j] = 0.0;
    sums.add(last, ones);
  }
  return sum_of(sums);
}

double max_array(const double* x, std::size_t n) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  constexpr double lowest = -std::numeric_limits<double>::infinity();
  DoubleVector largest = hn::Set(d, lowest);
  auto nan = hn::IsNaN(largest);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const DoubleVector v = hn::LoadU(d, x + i);
    nan = hn::Or(nan, hn::IsNaN(v));
    largest = hn::Max(largest, v);
  }
  HWY_ALIGN double rest[max_lanes];
  hn::Store(largest, d, rest);
  bool any_nan = !hn::AllFalse(d, nan);
  double result = lowest;
  for (const double value : rest) result = value > result ? value : result;
  for (; i < n; ++i) {
    any_nan = any_nan || x[i] != x[i];
    result = x[i] > result ? x[i] : result;
  }
  return any_nan ? std::numeric_limits<double>::quiet_NaN() : result;
}

}  // namespace HWY_NAMESPACE
}  // namespace kapprox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kapprox {

HWY_EXPORT(dot_array);
HWY_EXPORT(max_array);
HWY_EXPORT(exp_and_sum_array);

double dot(std::span<const double> a, std::span<const double> b) {
  check_size("b", std::ssize(b), std::ssize(a));
  return HWY_DYNAMIC_DISPATCH(dot_array)(a.data(), b.data(), a.size());
}

double max_value(std::span<const double> x) {
  return HWY_DYNAMIC_DISPATCH(max_array)(x.data(), x.size());
}

double exp_and_sum(std::span<const double> x, double shift, std::span<double> out) {
  check_size("out", std::ssize(out), std::ssize(x));
  return HWY_DYNAMIC_DISPATCH(exp_and_sum_array)(x.data(), shift, out.data(), x.size());
}

}  // namespace kapprox
#endif
