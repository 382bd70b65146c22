// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Centred logits are divided by a power of two, which rounds nothing, so that powers stay below 1
// in size. Order r carries that power r times: it comes back at the end.
#include "cumulant_series.hpp"

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

struct Centred {
  double mean = 0.0;
  int exponent = 0;     // |x − mean| < 2^exponent
  double origin = 0.0;  // y = (x − origin) − shift, whatever is common to all logits gone first
  double shift = 0.0;
  double y(double x) const { return (x - origin) - shift; }
};

Centred centred(std::span<const double> logits, std::span<const double> tilt) {
  Centred result;
  result.origin = logits[0];
  double sum = 0.0;
  for (std::size_t i = 0; i < logits.size(); ++i)
    sum += (logits[i] - result.origin) * (tilt.empty() ? 1.0 : tilt[i]);
  result.shift = tilt.empty() ? sum / static_cast<double>(logits.size()) : sum;
  result.mean = result.origin + result.shift;
  double largest = 0.0;
  for (const double x : logits) largest = std::max(largest, std::abs(result.y(x)));
  if (largest > 1.0 && std::isfinite(largest)) std::frexp(largest, &result.exponent);
  return result;
}

// Σ_i p_i z_i^r / r! for r = 0 … order, z = y / 2^exponent.
std::vector<double> moments_of(const Centred& centre, std::span<const double> logits,
                               std::span<const double> tilt, Index order) {
  std::vector<double> moments(place(order) + 1);
  const double unit = std::ldexp(1.0, -centre.exponent);
  const double equal = 1.0 / static_cast<double>(logits.size());
  for (std::size_t i = 0; i < logits.size(); ++i) {
    const double z = centre.y(logits[i]) * unit;
    double power = tilt.empty() ? 1.0 : tilt[i];
    for (double& moment : moments) {
      moment += power;
      power *= z;
    }
  }
  double factor = tilt.empty() ? equal : 1.0;
  for (Index r = 1; r <= order; ++r) {
    factor /= static_cast<double>(r);
    moments[place(r)] *= factor;
  }
  moments[0] = 1.0;
  return moments;
}

// Coefficients of Σ_{r≤R} σ_r as a polynomial in z, divided by 2^{exponent · R}.
std::vector<double> polynomial_of(std::span<const double> moments, int exponent) {
  const std::vector<double> b = reciprocal_series(moments);
  const auto order = static_cast<Index>(moments.size()) - 1;
  std::vector<double> coefficients(moments.size());
  double factorial = 1.0;
  for (Index s = 0; s <= order; ++s) {
    if (s > 0) factorial *= static_cast<double>(s);
    double sum = 0.0;
    for (Index j = 0; j <= order - s; ++j)
      sum += std::ldexp(b[place(j)], exponent * static_cast<int>(j + s - order));
    coefficients[place(s)] = sum / factorial;
  }
  return coefficients;
}

}  // namespace

std::vector<double> series_cumulants(std::span<const double> moments) {
  std::vector<double> c(moments.size());
  for (std::size_t r = 1; r < moments.size(); ++r) {
    double sum = 0.0;
    for (std::size_t j = 1; j < r; ++j) sum += static_cast<double>(j) * c[j] * moments[r - j];
    c[r] = moments[r] - sum / static_cast<double>(r);
  }
  return c;
}

std::vector<double> reciprocal_series(std::span<const double> moments) {
  std::vector<double> b(moments.size());
  b[0] = 1.0;
  for (std::size_t r = 1; r < moments.size(); ++r)
    for (std::size_t j = 1; j <= r; ++j) b[r] -= moments[j] * b[r - j];
  return b;
}

double expand_softmax(std::span<const double> logits, std::span<const double> tilt, Index order,
                      std::span<double> out) {
  const Centred centre = centred(logits, tilt);
  const std::vector<double> moments = moments_of(centre, logits, tilt, order);
  const std::vector<double> coefficients = polynomial_of(moments, centre.exponent);
  const double unit = std::ldexp(1.0, -centre.exponent);
  const double equal = 1.0 / static_cast<double>(logits.size());
  for (std::size_t i = 0; i < logits.size(); ++i) {
    const double z = centre.y(logits[i]) * unit;
    double sum = 0.0;
    for (Index s = order; s >= 0; --s) sum = sum * z + coefficients[place(s)];
    out[i] = (tilt.empty() ? equal : tilt[i]) *
             std::ldexp(sum, centre.exponent * static_cast<int>(order));
  }
  const std::vector<double> c = series_cumulants(moments);
  double rest = 0.0;
  for (Index r = order; r >= 1; --r) rest = std::ldexp(rest + c[place(r)], centre.exponent);
  return centre.mean + rest;
}

}  // namespace kapprox
