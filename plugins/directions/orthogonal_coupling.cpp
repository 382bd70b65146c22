// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Three sums for one function, each used where it does not cancel. With ρ_k = (d)_k / (2^k (d/2)_k)
// the series is 1F1(d; d/2; t/2) = Σ ρ_k t^k / k!, and ρ_k − 1 ≤ 0 follows a recurrence of its own:
//
//   t ≥ 0        c = Σ_k Poisson_t(k) (ρ_k − 1), all of one sign
//   0 < ζ ≤ 2    c = e^ζ Σ_k (ρ_k − 1) (−ζ)^k / k!, alternating but short
//   ζ > 2        c + 1 = e^(ζ/2) Σ_k a_k (ζ/2)^k / k!, a_k = (−d/2)_k / (d/2)_k (Kummer), a
//                polynomial where d is even
#include "orthogonal_coupling.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace kapprox {

namespace {

// Terms below this share of the sum are left out.
constexpr double negligible = std::numeric_limits<double>::epsilon() / 16.0;

// At ζ = 2 the alternating sum has lost a factor e^(2ζ) = 55 of its digits; from there on, the
// other one loses less: it is off by eps · e^ζ, and c is near −ζ² / (2(d + 2)).
constexpr double largest_alternating = 2.0;

// ρ_k − 1 for k = 0, 1, 2, …; ρ_{k+1} = ρ_k (d + k) / (d + 2k).
class LessOne {
 public:
  explicit LessOne(double d) : d_(d) {}

  double value() const { return value_; }
  void next() {
    value_ = (value_ * (d_ + k_) - k_) / (d_ + 2.0 * k_);
    k_ += 1.0;
  }

 private:
  double d_;
  double k_ = 0.0;
  double value_ = 0.0;
};

// True where 1 + c rounds away: by Kummer's transformation 1 + c = e^(−x) Σ_k C(h, k) x^k / (h)_k
// for x = t/2 and whole h = d/2, which is at most e^(−x) (1 + x/h)^h; it grows with d.
bool is_minus_one(double t, double d) {
  const double x = t / 2.0;
  const double h = std::ceil(d / 2.0);
  return h * std::log1p(x / h) - x < std::log(negligible);
}

// Poisson weights are taken relative to the one at the mode and divided by their sum, so that
// nothing overflows at t = 16000.
double weighted_mean(double t, double d) {
  const auto mode = static_cast<Index>(t);
  std::vector<double> falling;  // weights at mode − 1, mode − 2, …
  double weight = 1.0;
  for (Index k = mode; k > 0 && weight > negligible * negligible; --k)
    falling.push_back(weight *= static_cast<double>(k) / t);

  LessOne less_one(d);
  Index k = 0;
  for (; k < mode - static_cast<Index>(falling.size()); ++k) less_one.next();
  double weights = 0.0;
  double sum = 0.0;
  for (; !falling.empty(); falling.pop_back(), ++k) {
    weights += falling.back();
    sum += falling.back() * less_one.value();
    less_one.next();
  }
  // k = 0 and 1 add nothing to the sum: at least k = 2 must be reached.
  for (weight = 1.0; weight > negligible * negligible || k <= 2; ++k) {
    weights += weight;
    sum += weight * less_one.value();
    less_one.next();
    weight *= t / static_cast<double>(k + 1);
  }
  return sum / weights;
}

double alternating_sum(double zeta, double d) {
  LessOne less_one(d);
  double sum = 0.0;
  double power = 1.0;  // (−ζ)^k / k!
  for (Index k = 0; k <= 2 || std::abs(power) > negligible * std::abs(sum); ++k) {
    sum += power * less_one.value();
    less_one.next();
    power *= -zeta / static_cast<double>(k + 1);
  }
  return std::exp(zeta) * sum;
}

// For odd d the terms around k = x add about a_x e^ζ, |a_x| < x^(−3): below eps from here on.
constexpr double longest_tail = 1e5;

LogNumber kummer_sum(double zeta, double d) {
  const double x = zeta / 2.0;
  constexpr double large = 1e200;
  double log_scale = x;
  double sum = 0.0;
  double term = 1.0;
  double k = 0.0;
  while (k <= x || std::abs(term) > negligible * std::abs(sum)) {
    if (k > d / 2.0 && x > longest_tail) break;
    if (std::abs(term) > large) {
      term /= large;
      sum /= large;
      log_scale += std::log(large);
    }
    sum += term;
    term *= x * (k - d / 2.0) / ((k + 1.0) * (k + d / 2.0));
    if (term == 0.0) break;  // even d: the polynomial has ended
    k += 1.0;
  }
  return {sum, log_scale};
}

}  // namespace

LogNumber orthogonal_pair_covariance(double t, Index dim) {
  const auto d = static_cast<double>(dim);
  if (t >= 0.0) return {is_minus_one(t, d) ? -1.0 : weighted_mean(t, d), 0.0};
  if (-t <= largest_alternating) return {alternating_sum(-t, d), 0.0};
  return kummer_sum(-t, d) + LogNumber{-1.0, 0.0};
}

}  // namespace kapprox
