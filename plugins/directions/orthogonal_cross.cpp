// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Two double sums, each over weights times S − 1, where (β, z) belong to the sum, c = d/2, and
//
//   S_{n,l} = (c)_n (c)_l / (c)_{n+l} · 2F1(−n, −l; β; z) > 0,   S_{0,l} = S_{n,0} = 1.
//
//   both real    Σ_{n,l} Poisson_{a/2}(n) Poisson_{b/2}(l) (S − 1), β = (d − 1)/2, z = sin²
//   a = −2x      Σ_{n,l} T_n Poisson_{b/2}(l) (S − 1),              β = 1/2,       z = cos²
//
// with T_n = (1/2)_n x^n / ((β')_n n!) · 1F1(−1/2; β' + n; x), β' = (d − 1)/2, Σ T_n = 1. The plain
// power series of a cosine alternates and loses e^(2x); T_n changes its sign once.
#include "orthogonal_cross.hpp"

#include "orthogonal_coupling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

constexpr double negligible = std::numeric_limits<double>::epsilon() / 16.0;

// Cosines and sizes that are equal but for rounding.
constexpr double same = 1e-12;

// exp(±700) is within the range of double.
constexpr double largest_square = 700.0;

// S_{n,l} for one n and l = 0, 1, 2, … With F the 2F1 above,
// (β + l) (F_{l+1} − F_l) = l (1 − z) (F_l − F_{l−1}) + n z F_l (Gauss's contiguous relation), in
// which every term is positive.
class MeanFactor {
 public:
  MeanFactor(double c, double beta, double z, double n) : c_(c), beta_(beta), z_(z), n_(n) {}

  double value() const { return value_; }
  void next() {
    const double step = (l_ * (1.0 - z_) * step_ + n_ * z_ * value_) / (beta_ + l_);
    const double ratio = (c_ + l_) / (c_ + n_ + l_);
    step_ = ratio * step;
    value_ = ratio * (value_ + step);
    l_ += 1.0;
  }

 private:
  double c_;
  double beta_;
  double z_;
  double n_;
  double l_ = 0.0;
  double step_ = 0.0;  // F_l − F_{l−1} and F_l, both times (c)_n (c)_l / (c)_{n+l}
  double value_ = 1.0;
};

// Σ_l Poisson_y(l) (S_{n,l} − 1). Terms rise to one peak and fall.
double row_sum(MeanFactor factor, double y) {
  double weight = std::exp(-y);
  double sum = 0.0;
  for (double l = 1.0;; l += 1.0) {
    factor.next();
    weight *= y / l;
    sum += weight * (factor.value() - 1.0);
    if (!(weight * (factor.value() + 1.0) > negligible * std::abs(sum))) return sum;
  }
}

// 1F1(−1/2; b; x) for x ≥ 0: 1 less a sum of positive terms.
double hypergeometric(double b, double x) {
  double term = 1.0;
  double sum = 1.0;
  for (double k = 0.0; std::abs(term) > negligible * std::abs(sum) || k <= x; k += 1.0) {
    term *= (k - 0.5) / (b + k) * x / (k + 1.0);
    sum += term;
  }
  return sum;
}

double both_real(double a, double b, double squared_cosine, double d) {
  const double x = a / 2.0;
  double weight = std::exp(-x);
  double sum = 0.0;
  for (double n = 1.0;; n += 1.0) {
    weight *= x / n;
    const double row =
        weight * row_sum({d / 2.0, (d - 1.0) / 2.0, 1.0 - squared_cosine, n}, b / 2.0);
    sum += row;
    if (n > x && !(std::abs(row) > negligible * std::abs(sum))) return sum;
  }
}

double cosine_and_real(double zeta, double b, double squared_cosine, double d) {
  const double x = zeta / 2.0;
  const double beta = (d - 1.0) / 2.0;
  double weight = 1.0;
  double sum = 0.0;
  for (double n = 1.0;; n += 1.0) {
    weight *= (n - 0.5) / (beta + n - 1.0) * x / n;
    const double row =
        weight * hypergeometric(beta + n, x) * row_sum({d / 2.0, 0.5, squared_cosine, n}, b / 2.0);
    sum += row;
    if (n > x && !(std::abs(row) > negligible * std::abs(sum))) return sum;
  }
}

}  // namespace

std::optional<LogNumber> orthogonal_cross_covariance(double a, double b, double cosine, Index dim) {
  const auto d = static_cast<double>(dim);
  if (a == 0.0 || b == 0.0) return LogNumber{};
  const double largest = std::max(std::abs(a), std::abs(b));
  if (std::abs(cosine) >= 1.0 - same && std::abs(a - b) <= same * largest)
    return orthogonal_pair_covariance(a, dim);
  if ((a < 0.0 && b < 0.0) || largest > largest_square) return std::nullopt;

  const double squared_cosine = std::abs(cosine) < same ? 0.0 : std::min(1.0, cosine * cosine);
  double covariance = 0.0;
  if (a < 0.0)
    covariance = cosine_and_real(-a, b, squared_cosine, d);
  else if (b < 0.0)
    covariance = cosine_and_real(-b, a, squared_cosine, d);
  else
    covariance = both_real(a, b, squared_cosine, d);
  if (!std::isfinite(covariance)) return std::nullopt;
  return LogNumber{covariance, 0.0};
}

}  // namespace kapprox
