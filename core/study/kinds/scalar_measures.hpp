// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What measures of every kind share: one quiet NaN for all that is undefined or out of range, so
// that equal files have equal bytes, and the mean of a scalar over trials with its standard error.
#pragma once

#include "stats/moments.hpp"
#include "study/point.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace kapprox {

inline constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

inline double number_or_nan(double x) { return std::isfinite(x) ? x : undefined; }

inline double mean_of(const Moments& m) { return m.count > 0 ? number_or_nan(m.mean) : undefined; }

// Of every scalar, in their order: the measures of kinds that repeat nothing.
inline std::vector<double> means_of(const PointState& state) {
  const Tally total = state.total();
  std::vector<double> values;
  for (const Moments& m : total.moments) values.push_back(mean_of(m));
  return values;
}

// Of the mean; 0 of a deterministic method.
inline double mean_error_of(const Moments& m, bool random) {
  if (!random) return m.count > 0 ? 0.0 : undefined;
  return number_or_nan(m.mean_standard_error());
}

}  // namespace kapprox
