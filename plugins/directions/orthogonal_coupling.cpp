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

// Poisson weights are taken relative to the one at the mode and divided by their sum, so that
// nothing overflows at t = 16000.
double weighted_mean(double t, double d) {
  const double mode = std::floor(t);
  std::vector<double> falling;  // weights at mode − 1, mode − 2, …
  for (double weight = 1.0, k = mode; k > 0.0 && weight > negligible * negligible; k -= 1.0)
    falling.push_back(weight *= k / t);

  LessOne less_one(d);
  double k = 0.0;
  for (; k < mode - static_cast<double>(falling.size()); k += 1.0) less_one.next();
  double weights = 0.0;
  double sum = 0.0;
  for (; !falling.empty(); falling.pop_back(), k += 1.0) {
    weights += falling.back();
    sum += falling.back() * less_one.value();
    less_one.next();
  }
  // k = 0 and 1 add nothing to the sum: at least k = 2 must be reached.
  for (double weight = 1.0; weight > negligible * negligible || k <= 2.0; k += 1.0) {
    weights += weight;
    sum += weight * less_one.value();
    less_one.next();
    weight *= t / (k + 1.0);
  }
  return sum / weights;
}

double alternating_sum(double zeta, double d) {
  LessOne less_one(d);
  double sum = 0.0;
  double power = 1.0;  // (−ζ)^k / k!
  for (double k = 0.0; k <= 2.0 || std::abs(power) > negligible * std::abs(sum); k += 1.0) {
    sum += power * less_one.value();
    less_one.next();
    power *= -zeta / (k + 1.0);
  }
  return std::exp(zeta) * sum;
}

LogNumber kummer_sum(double zeta, double d) {
  const double x = zeta / 2.0;
  constexpr double large = 1e200;
  double log_scale = x;
  double sum = 0.0;
  double term = 1.0;
  for (double k = 0.0; k <= x || std::abs(term) > negligible * std::abs(sum); k += 1.0) {
    if (std::abs(term) > large) {
      term /= large;
      sum /= large;
      log_scale += std::log(large);
    }
    sum += term;
    term *= x * (k - d / 2.0) / ((k + 1.0) * (k + d / 2.0));
    if (term == 0.0) break;  // even d: the polynomial has ended
  }
  return {sum, log_scale};
}

}  // namespace

LogNumber orthogonal_pair_covariance(double t, Index dim) {
  const auto d = static_cast<double>(dim);
  if (t >= 0.0) return {weighted_mean(t, d), 0.0};
  if (-t <= largest_alternating) return {alternating_sum(-t, d), 0.0};
  return kummer_sum(-t, d) + LogNumber{-1.0, 0.0};
}

}  // namespace kapprox
