// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Every quantity is a product of ratios of positive numbers, kept as logarithms: N_l reaches 1e277
// at d = 1024, l = 256, and c_l falls as fast as 1/l!.
#include "zonal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox::sketch {

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

// log of Σ_k x^k / (k! (b)_k) for b > 0, x ≥ 0: all terms positive, about √x of them.
double log_series(double b, double x) {
  constexpr double large = 1e200;
  double term = 1.0;
  double sum = 1.0;
  double scale = 0.0;
  for (double k = 0.0; x > (k + 1.0) * (b + k) || term > 1e-18 * sum; ++k) {
    term *= x / ((k + 1.0) * (b + k));
    sum += term;
    if (term < large) continue;
    term /= large;
    sum /= large;
    scale += std::log(large);
  }
  return scale + std::log(sum);
}

// Entry j = log of the coefficient of P_{2l−2j} in P_l², j = 0 … l, for d ≥ 3: Dougall's formula
// (Andrews, Askey, Roy, "Special Functions", 1999, theorem 6.8.2) for polynomials with P(1) = 1.
// The last entry, of P_0, is E P_l² = 1/N_l, and neighbours have a rational ratio.
std::vector<double> log_linearisation(double index, Index degree, double log_count) {
  const auto l = static_cast<double>(degree);
  std::vector<double> logs(static_cast<std::size_t>(degree) + 1);
  logs.back() = -log_count;
  for (Index at = degree; at > 0; --at) {
    const auto j = static_cast<double>(at);
    const double top = (index + l - j) / (l - j + 1.0);
    const double ratio = (2.0 * l + index - 2.0 * j + 2.0) / (2.0 * l + index - 2.0 * j) * j /
                         (index + j - 1.0) * top * top * (2.0 * index + 2.0 * l - j) /
                         (2.0 * l + index - j + 1.0);
    logs[static_cast<std::size_t>(at) - 1] = logs[static_cast<std::size_t>(at)] + std::log(ratio);
  }
  return logs;
}

// For any d: on two points P_1² = 1, on the circle P_l² = (1 + P_{2l})/2.
std::vector<double> log_coefficients_of_square(Index dim, Index degree, double log_count) {
  if (degree == 0) return {0.0};
  if (dim >= 3) return log_linearisation(0.5 * static_cast<double>(dim) - 1.0, degree, log_count);
  std::vector<double> logs(static_cast<std::size_t>(degree) + 1, minus_infinity);
  logs.front() = dim == 1 ? minus_infinity : std::log(0.5);
  logs.back() = dim == 1 ? 0.0 : std::log(0.5);
  return logs;
}

}  // namespace

std::vector<double> log_harmonic_counts(Index dim, Index degree) {
  const auto d = static_cast<double>(dim);
  std::vector<double> logs = {0.0};
  if (degree > 0) logs.push_back(std::log(d));
  for (Index at = 2; at <= degree; ++at) {
    const auto l = static_cast<double>(at);
    logs.push_back(logs.back() +
                   std::log((2.0 * l + d - 2.0) * (l + d - 3.0) / (l * (2.0 * l + d - 4.0))));
  }
  return logs;
}

std::vector<double> log_expansion(Index dim, Index degree, double z) {
  const double half = 0.5 * static_cast<double>(dim);
  std::vector<double> logs = log_harmonic_counts(dim, degree);
  double log_leading = 0.0;  // of (z/2)^l / (d/2)_l
  for (Index at = 0; at <= degree; ++at) {
    const auto l = static_cast<double>(at);
    if (at > 0) log_leading += std::log(0.5 * z / (half + l - 1.0));
    logs[static_cast<std::size_t>(at)] += log_leading + log_series(half + l, 0.25 * z * z);
  }
  return logs;
}

void zonal_polynomials(Index dim, double t, std::span<double> out) {
  const auto d = static_cast<double>(dim);
  if (!out.empty()) out[0] = 1.0;
  if (out.size() > 1) out[1] = t;
  for (std::size_t at = 2; at < out.size(); ++at) {
    const auto l = static_cast<double>(at - 1);
    // On two points degrees beyond 1 are no harmonics: P_l = t^l, as t² = 1.
    out[at] = dim == 1 ? t * out[at - 1]
                       : ((2.0 * l + d - 2.0) * t * out[at - 1] - l * out[at - 2]) / (l + d - 2.0);
  }
}

std::vector<LogNumber> squared_products(Index dim, std::span<const double> weights) {
  const auto degree = static_cast<Index>(weights.size()) - 1;
  const std::vector<double> log_counts = log_harmonic_counts(dim, 2 * degree);
  std::vector<LogNumber> sums(static_cast<std::size_t>(2 * degree) + 1);
  for (Index l = 0; l <= degree; ++l) {
    const double weight = weights[static_cast<std::size_t>(l)];
    if (weight == 0.0) continue;
    const double log_count = log_counts[static_cast<std::size_t>(l)];
    const std::vector<double> logs = log_coefficients_of_square(dim, l, log_count);
    for (Index j = 0; j <= l; ++j) {
      const double log_square = 2.0 * (log_count + logs[static_cast<std::size_t>(j)]);
      if (std::isinf(log_square)) continue;
      LogNumber& sum = sums[static_cast<std::size_t>(2 * (l - j))];
      sum = sum + LogNumber{weight, log_square - log_counts[static_cast<std::size_t>(2 * (l - j))]};
    }
  }
  return sums;
}

}  // namespace kapprox::sketch
