// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// exp, log, sine and cosine over arrays: full vectors in place, the rest through one padded vector,
// so that an element's bits do not depend on its position. Where Highway 1.0.3's own functions
// break IEEE rules (log of 0, infinity, NaN), the special values are put back here.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "numeric/vector_math.cpp"
#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <cmath>
#include <limits>

#include <hwy/foreach_target.h>
// foreach_target.h comes first.
#include "numeric/elementary-inl.hpp"

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {

// out[i] = function(x[i]), one vector at a time.
template <class Function>
void apply(const double* x, double* out, std::size_t n, const Function& function) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(function(d, hn::LoadU(d, x + i)), d, out + i);
  if (i == n) return;
  HWY_ALIGN double padded[max_lanes] = {};
  for (std::size_t j = i; j < n; ++j) padded[j - i] = x[j];
  hn::Store(function(d, hn::Load(d, padded)), d, padded);
  for (std::size_t j = i; j < n; ++j) out[j] = padded[j - i];
}

void exp_array(const double* x, double* out, std::size_t n) {
  apply(x, out, n, [](Doubles d, DoubleVector v) HWY_ATTR { return exp_vector(d, v); });
}

void log_array(const double* x, double* out, std::size_t n) {
  apply(x, out, n, [](Doubles d, DoubleVector v) HWY_ATTR {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const DoubleVector zero = hn::Zero(d);
    DoubleVector y = hn::Log(d, v);
    y = hn::IfThenElse(hn::Eq(v, hn::Set(d, infinity)), v, y);
    y = hn::IfThenElse(hn::Eq(v, zero), hn::Set(d, -infinity), y);
    const DoubleVector nan = hn::Set(d, std::numeric_limits<double>::quiet_NaN());
    return hn::IfThenElse(hn::Ge(v, zero), y, nan);
  });
}

// Beyond this size the reduction below would lose digits: such arguments go to the C library.
inline constexpr double largest_reduced = 1073741824.0;  // 2^30

// x = k π/2 + r. π/2 is the sum of three doubles; each fused step is rounded relative to r, so r is
// good to an ulp even next to a multiple of π/2. (Cody and Waite, "Software manual for the
// elementary functions", 1980, with fused multiply-adds.)
void sin_cos_vector(Doubles d, DoubleVector x, DoubleVector& sine, DoubleVector& cosine) {
  WordVector quadrant;
  const DoubleVector k = round_to_integer(d, x, hn::Set(d, 0.6366197723675814), quadrant);
  DoubleVector r = hn::NegMulAdd(k, hn::Set(d, 0x1.921fb54442d18p+0), x);
  r = hn::NegMulAdd(k, hn::Set(d, 0x1.1a62633145c07p-54), r);
  r = hn::NegMulAdd(k, hn::Set(d, -0x1.f1976b7ed8fbcp-110), r);
  sin_cos_quadrant(d, quadrant, r, sine, cosine);
  sine = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, sine);  // the reduction loses the sign of -0
}

void sin_cos_slow(const double* x, double* sine, double* cosine, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    if (std::abs(x[i]) <= largest_reduced) continue;
    const bool finite = std::isfinite(x[i]);
    sine[i] = finite ? std::sin(x[i]) : std::numeric_limits<double>::quiet_NaN();
    cosine[i] = finite ? std::cos(x[i]) : std::numeric_limits<double>::quiet_NaN();
  }
}

void sin_cos_array(const double* x, double* sine, double* cosine, std::size_t n) {
  const Doubles d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN double in[max_lanes];
  HWY_ALIGN double s[max_lanes];
  HWY_ALIGN double c[max_lanes];
  for (std::size_t i = 0; i < n; i += lanes) {
    const std::size_t count = i + lanes <= n ? lanes : n - i;
    const bool full = count == lanes;
    if (!full)
      for (std::size_t j = 0; j < lanes; ++j) in[j] = j < count ? x[i + j] : 0.0;
    const DoubleVector v = full ? hn::LoadU(d, x + i) : hn::Load(d, in);
    DoubleVector sine_v;
    DoubleVector cosine_v;
    sin_cos_vector(d, v, sine_v, cosine_v);
    const bool ordinary = hn::AllTrue(d, hn::Le(hn::Abs(v), hn::Set(d, largest_reduced)));
    if (full && ordinary) {
      hn::StoreU(sine_v, d, sine + i);
      hn::StoreU(cosine_v, d, cosine + i);
      continue;
    }
    hn::Store(v, d, in);  // x may be overwritten by the results
    hn::Store(sine_v, d, s);
    hn::Store(cosine_v, d, c);
    sin_cos_slow(in, s, c, count);
    for (std::size_t j = 0; j < count; ++j) {
      sine[i + j] = s[j];
      cosine[i + j] = c[j];
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace kapprox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kapprox {

HWY_EXPORT(exp_array);
HWY_EXPORT(log_array);
HWY_EXPORT(sin_cos_array);

void vector_exp(std::span<const double> x, std::span<double> out) {
  check_size("out", std::ssize(out), std::ssize(x));
  HWY_DYNAMIC_DISPATCH(exp_array)(x.data(), out.data(), x.size());
}

void vector_log(std::span<const double> x, std::span<double> out) {
  check_size("out", std::ssize(out), std::ssize(x));
  HWY_DYNAMIC_DISPATCH(log_array)(x.data(), out.data(), x.size());
}

void vector_sin_cos(std::span<const double> x, std::span<double> sine, std::span<double> cosine) {
  check_size("sine", std::ssize(sine), std::ssize(x));
  check_size("cosine", std::ssize(cosine), std::ssize(x));
  HWY_DYNAMIC_DISPATCH(sin_cos_array)(x.data(), sine.data(), cosine.data(), x.size());
}

}  // namespace kapprox
#endif
