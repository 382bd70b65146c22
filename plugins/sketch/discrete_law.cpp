// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Tables of cumulative probabilities. The Poisson one starts at the mode and walks both ways with
// the ratio of neighbours: no factorial, no exp(−rate), whatever the rate.
#include "discrete_law.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace kapprox::sketch {

DiscreteLaw::DiscreteLaw(Index first, std::vector<double> weights)
    : first_(first), cumulative_(std::move(weights)) {
  std::partial_sum(cumulative_.begin(), cumulative_.end(), cumulative_.begin());
  const double sum = cumulative_.back();
  for (double& partial : cumulative_) partial /= sum;
}

Index DiscreteLaw::inverse(double uniform) const {
  // The last entry is 1 and uniforms are below it, so the search ends inside.
  const auto found = std::lower_bound(cumulative_.begin(), cumulative_.end() - 1, uniform);
  return first_ + (found - cumulative_.begin());
}

DiscreteLaw poisson_law(double rate) {
  const double least = std::ldexp(1.0, -80);
  const double mode = std::floor(rate);
  std::vector<double> weights = {1.0};
  double below = mode;
  while (below > 0.0 && weights.back() > least) {
    weights.push_back(weights.back() * below / rate);
    below -= 1.0;
  }
  std::reverse(weights.begin(), weights.end());
  double above = mode;
  while (weights.back() > least) {
    above += 1.0;
    weights.push_back(weights.back() * rate / above);
  }
  const auto first = static_cast<Index>(below);
  return {first, std::move(weights)};
}

DiscreteLaw geometric_law(double success) {
  const double step = std::log1p(-success);
  const auto last = static_cast<Index>(std::log(std::ldexp(1.0, -53)) / step);
  std::vector<double> weights;
  for (Index k = 0; k <= last; ++k)
    weights.push_back(success * std::exp(step * static_cast<double>(k)));
  return {0, std::move(weights)};
}

}  // namespace kapprox::sketch
