// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Does a sample follow a continuous distribution? Held against tolerance::kolmogorov_smirnov.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace kapprox {

inline double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

// √n times the Kolmogorov-Smirnov distance between the sample and the distribution.
inline double kolmogorov_smirnov(std::vector<double> sample,
                                 const std::function<double(double)>& distribution) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double value = distribution(sample[i]);
    const auto rank = static_cast<double>(i);
    distance = std::max({distance, value - rank / n, (rank + 1.0) / n - value});
  }
  return std::sqrt(n) * distance;
}

}  // namespace kapprox
