// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// F_c(t) = 0F1(; c; −t) is Γ(c) t^(−ν/2) J_ν(2√t) with ν = c − 1. Its series cancels and J
// underflows for large ν, so F comes from Miller's algorithm, by recurrence from large c, the
// direction in which Bessel functions are stable, and Neumann's sum for the scale
// (DLMF, 10.74(iv), 10.23.2; in terms of F)
//
//   F_{c−1} = F_c − t F_{c+1} / (c (c − 1)),    1 = Σ_k v_k F_{c+2k},    v_0 = 1, v_1 = t/(ν + 1),
//   v_{k+1} / v_k = t (ν + k) / ((ν + 2k) (k + 1) (ν + 2k + 1)) for k ≥ 1.
#include "sphere_mean.hpp"

#include <kapprox/types.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

constexpr double negligible = std::numeric_limits<double>::epsilon() / 16.0;

constexpr double large = 1e200;

LogNumber exponential_mean(double x, double c) {
  double log_scale = 0.0;
  double term = 1.0;
  double sum = 1.0;
  for (double k = 0.0; term > negligible * sum; k += 1.0) {
    term *= x / ((c + k) * (k + 1.0));
    sum += term;
    if (sum < large) continue;
    term /= large;
    sum /= large;
    log_scale += std::log(large);
  }
  return {sum, log_scale};
}

// Where ν + 2k is beyond 2√t by some multiples of its cube root, J and with it v_k F_{c+2k} have
// fallen below e^−40 of what they were.
Index neumann_terms(double t) {
  const double argument = 2.0 * std::sqrt(t);
  return static_cast<Index>(argument / 2.0 + 5.0 * std::cbrt(argument)) + 30;
}

double factor_for(double size) {
  return size > large ? 1.0 / large : size < 1.0 / large ? large : 1.0;
}

LogNumber cosine_mean(double t, double c) {
  if (c == 0.5) return {std::cos(2.0 * std::sqrt(t)), 0.0};
  const double order = c - 1.0;
  const Index terms = neumann_terms(t);
  double at = c + 2.0 * static_cast<double>(terms);
  double value = 1.0;  // F at `at`, and at + 1, in an unknown unit
  double next = 1.0;
  double sum = 1.0;  // Σ_{i ≥ k} v_i F_{c+2i} / v_k, in that unit times exp(gap)
  double gap = 0.0;
  for (Index i = terms - 1; i >= 0; --i) {
    for (int step = 0; step < 2; ++step) {
      const double below = value - t / (at * (at - 1.0)) * next;
      next = value;
      value = below;
      at -= 1.0;
    }
    const auto k = static_cast<double>(i);
    const double ratio =
        i == 0 ? t / c
               : t * (order + k) / ((order + 2.0 * k) * (k + 1.0) * (order + 2.0 * k + 1.0));
    sum = sum * ratio + value * std::exp(-gap);
    // Both stay within the range of double: F falls and rises again on its way down.
    const double of_values = factor_for(std::max(std::abs(value), std::abs(next)));
    const double of_sum = factor_for(std::abs(sum));
    value *= of_values;
    next *= of_values;
    sum *= of_sum;
    gap += std::log(of_values) - std::log(of_sum);
  }
  if (gap == 0.0) return {value / sum, 0.0};
  return {std::copysign(1.0, value * sum),
          std::log(std::abs(value)) - std::log(std::abs(sum)) - gap};
}

}  // namespace

LogNumber sphere_mean(double x, double c) {
  return x >= 0.0 ? exponential_mean(x, c) : cosine_mean(-x, c);
}

}  // namespace kapprox
