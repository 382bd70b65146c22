// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/point.hpp"

#include <cmath>

namespace kapprox {

void Tally::add(std::span<const double> scalars) {
  for (std::size_t s = 0; s < moments.size(); ++s)
    if (std::isfinite(scalars[s])) moments[s].add(scalars[s]);
  ++done;
}

void Tally::merge(const Tally& later) {
  for (std::size_t s = 0; s < moments.size(); ++s) moments[s].merge(later.moments[s]);
  done += later.done;
  failed += later.failed;
}

}  // namespace kapprox
