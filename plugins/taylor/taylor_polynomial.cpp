// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// T_n(t) by nested products (Horner) whose factors have size ≤ 1 wherever terms alternate, so that
// rounding errors shrink from step to step. With x = −t > 0:
//
//   t ≥ 0 and t ≤ n  1 + t (1 + t/2 (1 + t/3 (…))), all of one sign
//   t > n            t^n/n! (1 + n/t (1 + (n−1)/t (…)))
//   x ≥ n            (−x)^n/n! (1 − n/x (1 − (n−1)/x (…)))
//   x < n            exp(−x) + (−1)^n x^(n+1)/(n+1)! (1 − x/(n+2) (1 − x/(n+3) (…)))
//
// In the last line exp takes the whole series and gives back the terms beyond n.
#include "taylor_polynomial.hpp"

#include <cmath>
#include <limits>

namespace kapprox {

namespace {

LogNumber ascending(double t, Index n) {
  double sum = 1.0;
  for (Index j = n; j >= 1; --j) sum = 1.0 + t / static_cast<double>(j) * sum;
  return {sum, 0.0};
}

// For |t| ≥ n, t ≠ 0.
LogNumber descending(double t, Index n, double log_factorial) {
  double sum = 1.0;
  for (Index j = 1; j <= n; ++j) sum = 1.0 + static_cast<double>(j) / t * sum;
  const bool is_negative_power = t < 0.0 && n % 2 != 0;
  return {is_negative_power ? -sum : sum,
          static_cast<double>(n) * std::log(std::abs(t)) - log_factorial};
}

// For 0 < x < n: the terms beyond n, divided by the first of them.
double tail(double x, Index n) {
  const auto divisor = [n](Index k) { return static_cast<double>(n + 1 + k); };
  Index last = 0;
  for (double product = 1.0; product > std::numeric_limits<double>::epsilon() / 16.0; ++last)
    product *= x / divisor(last + 1);
  double sum = 1.0;
  for (Index k = last; k >= 1; --k) sum = 1.0 - x / divisor(k) * sum;
  return sum;
}

}  // namespace

LogNumber taylor_polynomial(double t, const std::vector<double>& log_factorial) {
  const auto n = static_cast<Index>(log_factorial.size()) - 2;
  const double size = std::abs(t);
  if (t >= 0.0 && t <= static_cast<double>(n)) return ascending(t, n);
  if (size >= static_cast<double>(n))
    return descending(t, n, log_factorial[static_cast<std::size_t>(n)]);
  const double sign = n % 2 == 0 ? 1.0 : -1.0;
  const LogNumber rest = {sign * tail(size, n), static_cast<double>(n + 1) * std::log(size) -
                                                    log_factorial[static_cast<std::size_t>(n + 1)]};
  return LogNumber{1.0, -size} + rest;
}

}  // namespace kapprox
