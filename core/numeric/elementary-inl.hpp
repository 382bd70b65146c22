// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Elementary functions on Highway vectors, compiled once per instruction set. They use fused
// multiply-adds and exact integer steps only, in a fixed order, so AVX2 and AVX-512 give equal
// bits. Coefficients: Chebyshev interpolation at 60 digits of the function named beside them;
// errors given are those of the polynomial relative to the function, before rounding.
//
// Highway's foreach_target.h includes this once per instruction set, so a guard that toggles stands
// where other headers are read once.
#if defined(KAPPROX_NUMERIC_ELEMENTARY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KAPPROX_NUMERIC_ELEMENTARY_INL
#undef KAPPROX_NUMERIC_ELEMENTARY_INL
#else
#define KAPPROX_NUMERIC_ELEMENTARY_INL
#endif

#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Words = hn::RebindToUnsigned<Doubles>;
using DoubleVector = hn::Vec<Doubles>;
using WordVector = hn::Vec<Words>;
inline constexpr std::size_t max_lanes = hn::MaxLanes(Doubles());

// 1.5 · 2^52: adding it to an integer-valued double |k| < 2^51 leaves k in the low mantissa bits.
inline constexpr double integer_shift = 6755399441055744.0;

// Horner's rule, highest coefficient last in `c`.
template <std::size_t n>
HWY_INLINE DoubleVector polynomial(Doubles d, DoubleVector x, const double (&c)[n]) {
  DoubleVector sum = hn::Set(d, c[n - 1]);
  for (std::size_t i = n - 1; i-- > 0;) sum = hn::MulAdd(sum, x, hn::Set(d, c[i]));
  return sum;
}

// x rounded to an integer, as a double; |x| < 2^51. `bits` gets the integer in its low bits.
HWY_INLINE DoubleVector round_to_integer(Doubles d, DoubleVector x, DoubleVector factor,
                                         WordVector& bits) {
  const Words dw;
  const DoubleVector shifted = hn::MulAdd(x, factor, hn::Set(d, integer_shift));
  bits = hn::BitCast(dw, shifted);
  return hn::Sub(shifted, hn::Set(d, integer_shift));
}

// exp(x) = y 2^k with y in [0.7, 1.42] and k in the low bits of `power`, for |x| < 2^20:
// x = k ln 2 + r, |r| ≤ ln(2)/2.
HWY_INLINE DoubleVector exp_reduced(Doubles d, DoubleVector x, DoubleVector& k, WordVector& power) {
  static constexpr double c[] = {// (e^r - 1 - r) / r², error 2^-55.8
                                 0.5000000000000001,     0.16666666666666669,
                                 0.04166666666662413,    0.008333333333330062,
                                 0.0013888888917213717,  0.00019841269863053618,
                                 2.4801521295954376e-05, 2.7557268459997064e-06,
                                 2.7620088445409746e-07, 2.510038549551032e-08};
  k = round_to_integer(d, x, hn::Set(d, 1.4426950408889634), power);
  DoubleVector r = hn::NegMulAdd(k, hn::Set(d, 0x1.62e42fefa3800p-1), x);
  r = hn::NegMulAdd(k, hn::Set(d, 0x1.ef35793c76730p-45), r);
  const DoubleVector rest = hn::MulAdd(hn::Mul(r, r), polynomial(d, r, c), r);
  return hn::Add(hn::Set(d, 1.0), rest);
}

// 2^k for integer-valued k in [-1022, 1023].
HWY_INLINE DoubleVector power_of_two(Doubles d, DoubleVector k) {
  const Words dw;
  const DoubleVector shifted = hn::Add(k, hn::Set(d, integer_shift + 1023.0));
  return hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(dw, shifted)));
}

// exp for every argument: below -745.13 zero, above 709.78 infinity, NaN for NaN. Two exact
// scalings where the result may be denormal or infinite, so that only a denormal rounds twice.
HWY_INLINE DoubleVector exp_any(Doubles d, DoubleVector x) {
  const DoubleVector clamped = hn::Min(hn::Max(x, hn::Set(d, -746.0)), hn::Set(d, 710.0));
  DoubleVector k;
  WordVector power;
  const DoubleVector y = exp_reduced(d, clamped, k, power);
  const DoubleVector half = hn::Round(hn::Mul(k, hn::Set(d, 0.5)));
  const DoubleVector scaled =
      hn::Mul(hn::Mul(y, power_of_two(d, half)), power_of_two(d, hn::Sub(k, half)));
  return hn::IfThenElse(hn::IsNaN(x), x, scaled);
}

// exp, the short way where all results are normal numbers. Both ways give the same bits.
HWY_INLINE DoubleVector exp_vector(Doubles d, DoubleVector x) {
  if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Le(hn::Abs(x), hn::Set(d, 708.0))))) return exp_any(d, x);
  const Words dw;
  DoubleVector k;
  WordVector power;
  const DoubleVector y = exp_reduced(d, x, k, power);
  return hn::BitCast(d, hn::Add(hn::BitCast(dw, y), hn::ShiftLeft<52>(power)));
}

// table[index] for indices 0 … 7.
HWY_INLINE DoubleVector look_up(Doubles d, const double* HWY_RESTRICT table, WordVector index) {
  const hn::RebindToSigned<Doubles> di;
#if HWY_MAX_BYTES == 64
  return hn::TableLookupLanes(hn::Load(d, table), hn::IndicesFromVec(d, hn::BitCast(di, index)));
#elif HWY_MAX_BYTES == 32
  const Words dw;
  const auto lane =
      hn::IndicesFromVec(d, hn::BitCast(di, hn::And(index, hn::Set(dw, std::uint64_t{3}))));
  const auto upper = hn::MaskFromVec(hn::BitCast(d, hn::ShiftLeft<61>(index)));
  return hn::IfThenElse(upper, hn::TableLookupLanes(hn::Load(d, table + 4), lane),
                        hn::TableLookupLanes(hn::Load(d, table), lane));
#else
  return hn::GatherIndex(d, table, hn::BitCast(di, index));
#endif
}

// log(u) for normal u > 0, to a few units in the last place and exactly 0 at 1: for the random
// generator. u = 2^e m, m in [1, 2); a factor chosen by the first three bits of m brings m within
// [-1/16, 1/8] of 1.
HWY_INLINE DoubleVector log_positive_normal(Doubles d, DoubleVector u) {
  alignas(64) static constexpr double factor[8] = {1.0,      0.841796875, 0.76171875, 0.6953125,
                                                   0.640625, 0.591796875, 0.55078125, 0.5};
  alignas(64) static constexpr double minus_log_factor[8] = {0.0,
                                                             0.17221653493576,
                                                             0.27217788591581565,
                                                             0.3633938941874773,
                                                             0.44531101665536404,
                                                             0.5245918195301387,
                                                             0.5964175541013942,
                                                             0.6931471805599453};
  static constexpr double c[] = {// (log(1 + f) - f) / f², error 2^-54.7
                                 -0.49999999999999983, 0.3333333333333049,  -0.2500000000011139,
                                 0.20000000007809837,  -0.1666666657013181, 0.1428570809102316,
                                 -0.12500004116390512, 0.11112963093220418, -0.10011814683390594,
                                 0.08932620151728078,  -0.06217138343886555};
  const Words dw;
  const WordVector bits = hn::BitCast(dw, u);
  const WordVector one = hn::Set(dw, std::uint64_t{0x3FF0000000000000});
  const DoubleVector m =
      hn::BitCast(d, hn::Or(hn::And(bits, hn::Set(dw, std::uint64_t{0x000FFFFFFFFFFFFF})), one));
  // The biased exponent beside the bits of 2^52, as a double, minus 2^52 and the bias.
  const DoubleVector e = hn::Sub(
      hn::BitCast(d,
                  hn::Or(hn::ShiftRight<52>(bits), hn::Set(dw, std::uint64_t{0x4330000000000000}))),
      hn::Set(d, 4503599627370496.0 + 1023.0));
  const WordVector index = hn::And(hn::ShiftRight<49>(bits), hn::Set(dw, std::uint64_t{7}));
  const DoubleVector f = hn::MulSub(m, look_up(d, factor, index), hn::Set(d, 1.0));
  const DoubleVector whole =
      hn::MulAdd(e, hn::Set(d, 0.6931471805599453), look_up(d, minus_log_factor, index));
  const DoubleVector rest = hn::MulAdd(hn::Mul(f, f), polynomial(d, f, c), f);
  return hn::Add(whole, rest);
}

// sin and cos of k π/2 + r for |r| ≤ π/4; only the two low bits of `k` count.
HWY_INLINE void sin_cos_quadrant(Doubles d, WordVector k, DoubleVector r, DoubleVector& sine,
                                 DoubleVector& cosine) {
  static constexpr double s[] = {// (sin r - r) / r³ in r², error 2^-55.6
                                 -0.16666666666666666,    0.008333333333330946,
                                 -0.0001984126983675497,  2.755731610068303e-06,
                                 -2.5051131455427946e-08, 1.591810123027412e-10};
  static constexpr double c[] = {// (cos r - 1 + r²/2) / r⁴ in r², error 2^-59.5
                                 0.041666666666666664,   -0.0013888888888887395,
                                 2.4801587298763433e-05, -2.7557317270560326e-07,
                                 2.0876146024689747e-09, -1.1382614868556325e-11};
  const Words dw;
  const DoubleVector r2 = hn::Mul(r, r);
  const DoubleVector sin_r = hn::MulAdd(hn::Mul(r2, r), polynomial(d, r2, s), r);
  const DoubleVector cos_r =
      hn::MulAdd(r2, hn::MulAdd(r2, polynomial(d, r2, c), hn::Set(d, -0.5)), hn::Set(d, 1.0));
  const auto odd = hn::TestBit(k, hn::Set(dw, std::uint64_t{1}));
  const auto swap = hn::RebindMask(d, odd);
  const WordVector sign = hn::Set(dw, std::uint64_t{1} << 63);
  const WordVector sine_sign = hn::And(hn::ShiftLeft<62>(k), sign);
  const WordVector cosine_sign =
      hn::And(hn::ShiftLeft<62>(hn::Add(k, hn::Set(dw, std::uint64_t{1}))), sign);
  sine = hn::Xor(hn::IfThenElse(swap, cos_r, sin_r), hn::BitCast(d, sine_sign));
  cosine = hn::Xor(hn::IfThenElse(swap, sin_r, cos_r), hn::BitCast(d, cosine_sign));
}

// sin and cos of π r for |r| ≤ 1/2, to a few units of 2^-53 absolute: for the random generator.
HWY_INLINE void sin_cos_half_turn(Doubles d, DoubleVector r, DoubleVector& sine,
                                  DoubleVector& cosine) {
  static constexpr double s[] = {
      // (sin πr) / r in r², error 2^-54.5
      3.141592653589793,      -5.167712780049969,     2.5501640398773007,
      -0.5992645293189447,    0.08214588657310287,    -0.007370430505916768,
      0.00046629981618894937, -2.190349707227901e-05, 7.697826743191882e-07};
  static constexpr double c[] = {
      // (cos πr - 1) / r² in r², error 2^-54
      -4.934802200544679,    4.058712126416736,     -1.3352627688518803,     0.23533063027215764,
      -0.025806890025874846, 0.0019295626524763957, -0.00010458286367233055, 4.1663994492698e-06};
  const DoubleVector r2 = hn::Mul(r, r);
  sine = hn::Mul(r, polynomial(d, r2, s));
  cosine = hn::MulAdd(r2, polynomial(d, r2, c), hn::Set(d, 1.0));
}

}  // namespace HWY_NAMESPACE
}  // namespace kapprox
HWY_AFTER_NAMESPACE();

#endif
