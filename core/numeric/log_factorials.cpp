// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include <kapprox/log_factorials.hpp>

#include <cmath>

namespace kapprox {

std::vector<double> log_factorials(Index last) {
  std::vector<double> table = {0.0};
  for (Index k = 1; k <= last; ++k)
    table.push_back(table.back() + std::log(static_cast<double>(k)));
  return table;
}

}  // namespace kapprox
