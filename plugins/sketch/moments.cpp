// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "moments.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kapprox::sketch {

namespace {

// Beyond it terms are too many to add; the first correction to Laplace's method leaves 1/root².
constexpr double most_summed = 1e5;

// e^(order·root) / (√order (2π root)^((order−1)/2)) · (1 + (order² − 1)/(24 order root)), root > 0.
LogNumber by_laplace(Index order, double root) {
  const auto j = static_cast<double>(order);
  const double correction = (j * j - 1.0) / (24.0 * j * root);
  return {1.0 + correction,
          j * root - 0.5 * std::log(j) - 0.5 * (j - 1.0) * std::log(2.0 * std::numbers::pi * root)};
}

}  // namespace

LogNumber factorial_series(Index order, double root) {
  const bool alternates = order % 2 != 0 && root < 0.0;
  if (std::abs(root) > most_summed)
    // An alternating sum is below exp(−1.5 |root|) of its terms, far below their rounding.
    return alternates ? LogNumber{} : by_laplace(order, std::abs(root));

  constexpr double large = 1e200;
  LogNumber sum{1.0, 0.0};
  double term = 1.0;
  for (double k = 1.0; std::abs(root) > k || std::abs(term) > 1e-18 * std::abs(sum.value); ++k) {
    for (Index factor = 0; factor < order; ++factor) term *= root / k;
    sum.value += term;
    if (term == 0.0) break;
    if (std::abs(term) < large) continue;
    sum.value /= large;
    term /= large;
    sum.log_scale += std::log(large);
  }
  return sum;
}

Theory unbiased_theory(double exact, double log_second, Index count) {
  LogNumber variance = exp_minus_one(log_second);
  variance.value /= static_cast<double>(count);
  Theory theory;
  theory.mean = {1.0, exact};
  theory.variance = variance * LogNumber{1.0, 2.0 * exact};
  return theory;
}

void add_fourth(Theory& theory, double log_second, LogNumber third, LogNumber fourth, Index count) {
  const auto n = static_cast<double>(count);
  const LogNumber variance = exp_minus_one(log_second);
  const LogNumber square = variance * variance;
  // E(h − 1)⁴, not below the square of the variance, where rounding could bring it.
  LogNumber central = fourth + -4.0 * third + LogNumber{6.0, log_second} + LogNumber{-3.0, 0.0};
  if (central.value <= 0.0 || central.log_abs() < square.log_abs()) central = square;
  const double scale = 4.0 * theory.mean.log_scale - 3.0 * std::log(n);
  theory.fourth = (central + 3.0 * (n - 1.0) * square) * LogNumber{1.0, scale};
  theory.fourth_is_exact = true;
}

}  // namespace kapprox::sketch
