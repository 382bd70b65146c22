// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "tilt.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kapprox {

namespace {

// Halvings of an interval of length 1/2: to the last bit and a little further.
constexpr int halvings = 60;

// log cosh x for x ≥ 0: near 0 without cancellation, far out without overflow.
double log_cosh(double x) {
  if (x > 1.0) return x + std::log1p(std::exp(-2.0 * x)) - std::numbers::ln2;
  const double half = std::sinh(x / 2.0);
  return std::log1p(2.0 * half * half);
}

}  // namespace

double best_tilt(double phi, double dims) {
  const double sum = 2.0 * phi + dims;
  const double root = std::sqrt(sum * sum + 8.0 * phi * dims);
  return phi * (1.0 + 2.0 * (3.0 * dims + phi) / (dims + root)) / (8.0 * dims);
}

// Tilts grow with σ, so c falls and with it the right-hand side: one solution, found by halving.
double two_sided_share(std::span<const double> phi, double dims) {
  double low = 0.5;
  double high = 1.0;
  for (int step = 0; step < halvings; ++step) {
    const double share = 0.5 * (low + high);
    double exponent = 0.0;
    for (const double part : phi) {
      const double a = best_tilt(share * part, dims);
      exponent += 2.0 * part * (1.0 + 4.0 * a) / (1.0 + 8.0 * a);
    }
    (share < 1.0 / (1.0 + std::exp(-exponent)) ? low : high) = share;
  }
  return low;
}

void SecondMoment::add(double a, double dims, double u_squared) {
  const double divisor = 1.0 + 8.0 * a;
  weight += 0.5 * dims * std::log1p(16.0 * a * a / divisor);
  spread += u_squared / divisor;
  loss += 4.0 * a * u_squared / divisor;
}

double SecondMoment::log_value(bool two_sided) const {
  return two_sided ? weight - loss + log_cosh(spread + loss) : weight + spread;
}

// A second moment is at least the squared mean; what lies below is rounding.
TermLaw tilted_law(const SecondMoment& moment, bool two_sided) {
  return {{1.0, 0.0}, exp_minus_one(std::max(moment.log_value(two_sided), 0.0))};
}

void tilted_features(std::span<const double> products, double stretch,
                     std::span<const double> quadratic, double shift, bool two_sided,
                     FeatureRow out) {
  const std::size_t m = products.size();
  for (std::size_t i = 0; i < m; ++i) {
    out.values[i] = quadratic[i] + stretch * products[i];
    if (two_sided) out.values[m + i] = quadratic[i] - stretch * products[i];
  }
  exp_shifted(out.values, shift, static_cast<Index>(out.values.size()), out);
}

}  // namespace kapprox
