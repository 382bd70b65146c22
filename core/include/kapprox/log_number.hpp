// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A signed real number value · exp(log_scale). Kernel estimates, their means and variances travel
// in this form, because exp(q·k) leaves the range of double at q·k = 709.
#pragma once

#include <cmath>

namespace kapprox {

struct LogNumber {
  double value = 0.0;      // signed; zero means the number is zero
  double log_scale = 0.0;  // natural logarithm of the scale

  // The number itself; overflows to infinity like any double.
  double to_double() const { return over(0.0); }

  // The number divided by exp(log_unit): over(q·k) is an estimate relative to the exact kernel.
  double over(double log_unit) const {
    return value == 0.0 ? 0.0 : value * std::exp(log_scale - log_unit);
  }

  // Natural logarithm of the absolute value; -infinity for zero.
  double log_abs() const { return std::log(std::abs(value)) + log_scale; }
};

inline LogNumber operator*(LogNumber a, LogNumber b) {
  return {a.value * b.value, a.log_scale + b.log_scale};
}

inline LogNumber operator*(double factor, LogNumber x) { return {factor * x.value, x.log_scale}; }
inline LogNumber operator/(LogNumber x, double divisor) { return {x.value / divisor, x.log_scale}; }

// x · exp(exponent).
inline LogNumber times_exp(LogNumber x, double exponent) {
  return {x.value, x.log_scale + exponent};
}

// Exact in the larger scale; the smaller one is rebased to it.
inline LogNumber operator+(LogNumber a, LogNumber b) {
  if (a.value == 0.0) return b;
  if (b.value == 0.0) return a;
  const double scale = a.log_scale > b.log_scale ? a.log_scale : b.log_scale;
  return {a.over(scale) + b.over(scale), scale};
}

inline LogNumber operator-(LogNumber a) { return {-a.value, a.log_scale}; }
inline LogNumber operator-(LogNumber a, LogNumber b) { return a + -b; }

// exp(x) − 1 for x of any size, exact near 0.
inline LogNumber exp_minus_one(double x) {
  return x < 1.0 ? LogNumber{std::expm1(x), 0.0} : LogNumber{-std::expm1(-x), x};
}

// cosh(x) − 1, likewise.
inline LogNumber cosh_minus_one(double x) {
  const double size = std::abs(x);
  if (size > 2.0) return {0.5 * std::expm1(-size) * std::expm1(-size), size};
  const double half = std::sinh(size / 2.0);
  return {2.0 * half * half, 0.0};
}

}  // namespace kapprox
