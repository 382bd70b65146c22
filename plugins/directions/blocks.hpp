// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Laws that come in blocks of d directions: whole ones, and at the end perhaps the beginning of
// one.
#pragma once

#include <kapprox/directions.hpp>

#include <vector>

namespace kapprox {

// One uniform (Haar) orthonormal matrix per block, the first `rank` columns of each, one below the
// other: as many whole blocks as `count` directions need, so (blocks · d) × rank. Block i depends
// on `stream` and i alone. The first r columns of a Haar matrix are the Q of a d × r normal matrix:
// a reduced draw costs d r² instead of d³ per block.
Matrix haar_blocks(const Stream& stream, const DirectionRequest& request);

// The first `count` rows at the given norms: squared_norms has count numbers.
DirectionDraw at_norms(const Matrix& rows, std::vector<double> squared_norms);

// Ordered pairs i ≠ j of `count` directions that stand in one block of `block` directions, divided
// by count²: J block (block − 1) + I (I − 1) pairs where count = J · block + I.
double share_of_block_pairs(Index block, Index count);

}  // namespace kapprox
