// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Rows of features that are all zero: their log-scale says nothing and must not enter a maximum.
#pragma once

#include <algorithm>
#include <span>

namespace kapprox {

inline bool is_zero(std::span<const double> row) {
  return std::all_of(row.begin(), row.end(), [](double value) { return value == 0.0; });
}

}  // namespace kapprox
