// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "sphere_series.hpp"

#include "zonal.hpp"

#include <algorithm>
#include <cmath>

namespace kapprox::sketch {

SphereSeries::SphereSeries(Index its_dim, Index degree, double its_squared_radius)
    : dim(its_dim),
      squared_radius(its_squared_radius),
      log_counts(log_harmonic_counts(its_dim, degree)) {
  const std::vector<double> logs = log_expansion(dim, degree, squared_radius);
  const double largest = *std::max_element(logs.begin(), logs.end());
  double sum = 0.0;
  for (const double log : logs) sum += std::exp(log - largest);
  log_sum = largest + std::log(sum);
  for (const double log : logs) probabilities.push_back(std::exp(log - log_sum));
  second = squared_products(dim, probabilities);
}

Theory SphereSeries::theory(double t, bool has_directions, Index count) const {
  std::vector<double> polynomials(second.size());
  zonal_polynomials(dim, t, polynomials);
  LogNumber mean{probabilities.front(), 0.0};
  LogNumber square = mean;
  if (has_directions) {
    for (std::size_t l = 1; l < probabilities.size(); ++l)
      mean.value += probabilities[l] * polynomials[l];
    square = {};
    for (std::size_t k = 0; k < second.size(); ++k)
      square = square + second[k] * LogNumber{polynomials[k], 0.0};
  }
  // Rounding can bring the square below that of the mean where the variance is 0 (degree 0).
  LogNumber variance = square - mean * mean;
  variance.value = std::max(0.0, variance.value) / static_cast<double>(count);
  Theory theory;
  theory.mean = mean * LogNumber{1.0, log_sum};
  theory.variance = variance * LogNumber{1.0, 2.0 * log_sum};
  return theory;
}

}  // namespace kapprox::sketch
