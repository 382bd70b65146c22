// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the distribution tests share beside kolmogorov_smirnov.hpp: judges of moments and of
// independence.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

namespace kapprox {

// The sample mean of f minus its expected value, in standard errors; `variance` is that of f.
inline double standard_errors(const std::vector<double>& sample,
                              const std::function<double(double)>& f, double expected,
                              double variance) {
  double sum = 0.0;
  for (const double x : sample) sum += f(x) - expected;
  const auto n = static_cast<double>(sample.size());
  return sum / std::sqrt(n * variance);
}

// The sample correlation times √n: standard normal where x and y are independent with the given
// mean and variance.
inline double correlation_errors(const std::vector<double>& x, const std::vector<double>& y,
                                 const std::function<double(double)>& f, double mean,
                                 double variance) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (f(x[i]) - mean) * (f(y[i]) - mean);
  return sum / (std::sqrt(static_cast<double>(x.size())) * variance);
}

}  // namespace kapprox
