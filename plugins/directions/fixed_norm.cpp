// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// With c = d/2 and x = dt/4, F(x)² = Σ_k (4x)^k ρ_k / ((c)_k k!), ρ_k = (c − ½)_k / (2c − 1)_k (a
// case of Clausen's formula). Differences of F and F² are taken term by term, where they have one
// sign for real s:
//
//   ½ F(4x) + ½ − F(x)² = Σ_k (4x)^k (½ − ρ_k) / ((c)_k k!) over k ≥ 1, ρ_1 = ½
//       F(2x) − F(x)²   = Σ_k (4x)^k (2^(−k) − ρ_k) / ((c)_k k!) over k ≥ 2
#include "fixed_norm.hpp"

#include "sphere_mean.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

constexpr double negligible = std::numeric_limits<double>::epsilon() / 16.0;

// Up to here the alternating sums are short and lose a digit; from here on F² is so far below ½
// that differences of values of F lose no more.
constexpr double largest_alternating = 1.0;

// Σ_{k ≥ 1} (share_k + weight · base_k), where base_k = rate^k / ((c)_k k!), share_1 = 0 and
// share_{k+1} = 4x / ((c + k) (k + 1)) · (share_k (c − ½ + k) + base_k feed(k)) / (2c − 1 + k).
template <class Feed>
LogNumber weighted_sum(double x, double c, double rate, double weight, const Feed& feed) {
  constexpr double large = 1e200;
  double log_scale = 0.0;
  double base = rate / c;
  double share = 0.0;
  double term = weight * base;
  double sum = term;
  for (double k = 1.0; k <= 2.0 || std::abs(term) > negligible * std::abs(sum); k += 1.0) {
    const double below = (c + k) * (k + 1.0);
    share = 4.0 * x / below * (share * (c - 0.5 + k) + base * feed(k)) / (2.0 * c - 1.0 + k);
    base *= rate / below;
    term = share + weight * base;
    sum += term;
    if (std::abs(sum) < large) continue;
    base /= large;
    share /= large;
    sum /= large;
    log_scale += std::log(large);
  }
  return {sum, log_scale};
}

// ½ F(4x) + ½ − F(x)², or F(4x) − F(x)² where one-sided: share_k = (4x)^k (½ − ρ_k) / ((c)_k k!).
LogNumber variance_sum(double x, double c, bool two_sided) {
  return weighted_sum(x, c, 4.0 * x, two_sided ? 0.0 : 0.5,
                      [c](double) { return 0.5 * (c - 0.5); });
}

// F(2x) − F(x)²: share_k = (4x)^k (2^(−k) − ρ_k) / ((c)_k k!).
LogNumber covariance_sum(double x, double c) {
  return weighted_sum(x, c, 2.0 * x, 0.0, [](double k) { return -0.5 * k; });
}

LogNumber square(LogNumber x) { return x * x; }

// A variance that rounding has taken below 0 is 0.
LogNumber at_least_zero(LogNumber x) { return x.value < 0.0 ? LogNumber{} : x; }

}  // namespace

TermLaw fixed_norm_law(const DirectionTerm& term, Index d) {
  const double t = term.s_squared;
  const double c = static_cast<double>(d) / 2.0;
  const double x = c * t / 2.0;
  TermLaw law;
  law.mean = times_exp(sphere_mean(x, c), -t / 2.0);
  // In one dimension ω = ±1, and what is even in ω is constant.
  if (d == 1 && term.two_sided) return law;
  if (t >= -largest_alternating)
    law.variance = times_exp(variance_sum(x, c, term.two_sided), -t);
  else
    law.variance = times_exp(
        LogNumber{0.5, 0.0} + 0.5 * sphere_mean(4.0 * x, c) - square(sphere_mean(x, c)), -t);
  law.variance = at_least_zero(law.variance);
  return law;
}

LogNumber fixed_norm_pair_covariance(double t, Index d) {
  const double c = static_cast<double>(d) / 2.0;
  const double x = c * t / 2.0;
  if (t >= -largest_alternating) return times_exp(covariance_sum(x, c), -t);
  return times_exp(sphere_mean(2.0 * x, c) - square(sphere_mean(x, c)), -t);
}

}  // namespace kapprox
