// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "key_moments.hpp"

#include <kapprox/vector_math.hpp>

namespace kapprox {

KeyMoments::KeyMoments(Index dim, Covariance covariance)
    : dim_(dim),
      covariance_(covariance),
      mean_(static_cast<std::size_t>(dim)),
      difference_(static_cast<std::size_t>(dim)) {
  const Index numbers = covariance == Covariance::none       ? 0
                        : covariance == Covariance::diagonal ? dim
                                                             : dim * (dim + 1) / 2;
  scatter_.resize(static_cast<std::size_t>(numbers));
}

void KeyMoments::add(std::span<const double> key, double weight) {
  weight_ += weight;
  const double share = weight / weight_;
  for (std::size_t l = 0; l < key.size(); ++l) {
    difference_[l] = key[l] - mean_[l];
    mean_[l] += share * difference_[l];
  }
  const double rest = weight * (1.0 - share);
  if (covariance_ == Covariance::diagonal)
    for (std::size_t l = 0; l < key.size(); ++l)
      scatter_[l] += rest * difference_[l] * difference_[l];
  if (covariance_ == Covariance::full) {
    std::size_t entry = 0;
    for (std::size_t l = 0; l < key.size(); ++l) {
      const double factor = rest * difference_[l];
      for (std::size_t u = l; u < key.size(); ++u) scatter_[entry++] += factor * difference_[u];
    }
  }
}

void KeyMoments::reweigh(double factor) {
  weight_ *= factor;
  for (double& entry : scatter_) entry *= factor;
}

void KeyMoments::finish() { std::vector<double>().swap(difference_); }

void KeyMoments::forget_covariance() {
  std::vector<double>().swap(scatter_);
  covariance_ = Covariance::none;
}

std::size_t KeyMoments::place(Index l, Index u) const {
  return static_cast<std::size_t>(
      covariance_ == Covariance::diagonal ? l : l * dim_ - l * (l - 1) / 2 + (u - l));
}

double KeyMoments::covariance(Index l, Index u) const { return scatter_[place(l, u)] / weight_; }

double KeyMoments::quadratic(std::span<const double> query) const {
  double sum = 0.0;
  if (covariance_ == Covariance::diagonal)
    for (std::size_t l = 0; l < query.size(); ++l) sum += scatter_[l] * query[l] * query[l];
  if (covariance_ == Covariance::full) {
    std::size_t entry = 0;
    for (std::size_t l = 0; l < query.size(); ++l) {
      double row = 0.5 * scatter_[entry++] * query[l];
      for (std::size_t u = l + 1; u < query.size(); ++u) row += scatter_[entry++] * query[u];
      sum += 2.0 * query[l] * row;
    }
  }
  return sum / weight_;
}

void KeyMoments::quadratics(ConstMatrixView queries, std::span<double> out) const {
  if (covariance_ != Covariance::full) {
    for (Index i = 0; i < queries.rows; ++i)
      out[static_cast<std::size_t>(i)] = quadratic(queries.row(i));
    return;
  }
  Matrix square(dim_, dim_);
  for (Index l = 0; l < dim_; ++l)
    for (Index u = l; u < dim_; ++u) square(l, u) = square(u, l) = covariance(l, u);
  Matrix products(queries.rows, dim_);
  multiply_transposed(queries, square, products);
  for (Index i = 0; i < queries.rows; ++i)
    out[static_cast<std::size_t>(i)] = dot(queries.row(i), products.row(i));
}

double moment_numbers(Index dim, Covariance covariance) {
  const auto d = static_cast<double>(dim);
  if (covariance == Covariance::none) return d;
  return covariance == Covariance::diagonal ? 2.0 * d : d + 0.5 * d * (d + 1.0);
}

}  // namespace kapprox
