// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The number of draws below the median is binomial with probability ½.
#include "stats/median_interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/distributions/binomial.hpp>

namespace kapprox {

std::size_t ranks_outside(std::size_t count) {
  namespace bm = boost::math;
  using RoundDown =
      bm::policies::policy<bm::policies::discrete_quantile<bm::policies::integer_round_down>>;
  constexpr double each_side = 0.025;  // of what a 95 % interval leaves out
  const bm::binomial_distribution<double, RoundDown> below(static_cast<double>(count), 0.5);
  return static_cast<std::size_t>(bm::quantile(below, each_side));
}

MedianInterval median_interval(std::vector<double> values) {
  values.erase(std::remove_if(values.begin(), values.end(), [](double x) { return std::isnan(x); }),
               values.end());
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (values.empty()) return {none, none, none};
  std::sort(values.begin(), values.end());
  const std::size_t outside = ranks_outside(values.size());
  return {values[outside], values[(values.size() - 1) / 2], values[values.size() - 1 - outside]};
}

}  // namespace kapprox
