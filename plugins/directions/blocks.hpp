// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Laws that come in blocks: whole ones, and at the end perhaps the beginning of one.
#pragma once

#include <kapprox/types.hpp>

namespace kapprox {

// Ordered pairs i ≠ j of `count` directions that stand in one block of `block` directions, divided
// by count²: J block (block − 1) + I (I − 1) pairs where count = J · block + I.
inline double share_of_block_pairs(Index block, Index count) {
  const auto size = static_cast<double>(block);
  const auto whole = static_cast<double>(count / block);
  const auto rest = static_cast<double>(count % block);
  const auto m = static_cast<double>(count);
  return (whole * size * (size - 1.0) + rest * (rest - 1.0)) / (m * m);
}

}  // namespace kapprox
