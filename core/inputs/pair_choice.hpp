// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Which pairs of a head become cases.
#pragma once

#include <kapprox/problem.hpp>
#include <kapprox/stream.hpp>

#include <cstdint>
#include <vector>

namespace kapprox {

// The first `count` entries of a permutation of 0 … size − 1 that the stream alone decides: a
// larger count keeps the entries of a smaller one. Throws Error when count is above size.
std::vector<std::int64_t> permutation_prefix(const Stream& stream, std::int64_t size,
                                             std::int64_t count);

// Pair number i of all n_q × n_k pairs, row by row; or, where `matched`, query i with key i.
Pair pair_number(std::int64_t i, Index key_rows, bool matched);

}  // namespace kapprox
