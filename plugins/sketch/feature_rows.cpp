// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "feature_rows.hpp"

#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox::sketch {

void write_row(std::span<const double> signs, std::span<const double> logs, FeatureRow out) {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < logs.size(); ++f)
    if (signs[f] != 0.0) largest = std::max(largest, logs[f]);
  if (std::isinf(largest)) {
    std::fill(out.values.begin(), out.values.end(), 0.0);
    out.log_scale = 0.0;
    return;
  }
  for (std::size_t f = 0; f < logs.size(); ++f)
    out.values[f] = signs[f] == 0.0 ? 0.0 : logs[f] - largest;
  vector_exp(out.values, out.values);
  for (std::size_t f = 0; f < logs.size(); ++f) out.values[f] *= signs[f];
  out.log_scale = largest;
}

}  // namespace kapprox::sketch
