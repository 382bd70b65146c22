// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Evenly spread choices where looking at everything would take too long.
#pragma once

#include <kapprox/types.hpp>

#include <algorithm>
#include <vector>

namespace kapprox {

// Every k-th of `count` things, at most `most` ≥ 1 of them.
inline std::vector<Index> spread(Index count, Index most) {
  const Index step = std::max<Index>(1, (count + most - 1) / most);
  std::vector<Index> chosen;
  for (Index i = 0; i < count; i += step) chosen.push_back(i);
  return chosen;
}

}  // namespace kapprox
