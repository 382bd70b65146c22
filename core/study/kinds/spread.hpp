// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Evenly spread choices where looking at everything would take too long.
#pragma once

#include <kapprox/types.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace kapprox {

// Every k-th of `count` things, at most `most` ≥ 1 of them.
inline std::vector<Index> spread(Index count, Index most) {
  const Index step = std::max<Index>(1, (count + most - 1) / most);
  std::vector<Index> chosen;
  for (Index i = 0; i < count; i += step) chosen.push_back(i);
  return chosen;
}

// Steps of this size, modulo `count`, visit everything once, and any first part of it evenly.
inline Index mixing_step(Index count) {
  Index step = std::max<Index>(1, count * 618 / 1000);  // near the golden section
  while (std::gcd(step, count) != 1) ++step;
  return step;
}

// At most `most` of `count` things, evenly, without the pattern that every k-th has in a table.
inline std::vector<Index> mixed(Index count, Index most) {
  const Index step = mixing_step(count);
  std::vector<Index> chosen;
  for (Index i = 0, at = 0; i < std::min(count, most); ++i, at = (at + step) % count)
    chosen.push_back(at);
  return chosen;
}

}  // namespace kapprox
