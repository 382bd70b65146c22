// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Coordinates in the span of a set of vectors: the exact reduction of docs/architecture.md. The
// basis grows in the order q_1, k_1, q_2, k_2, …, so adding rows only adds columns: the coordinates
// of earlier rows, and the draws that go with them, stay as they are.
#pragma once

#include <kapprox/matrix.hpp>

namespace kapprox {

struct SpanCoordinates {
  Matrix queries;  // n_q × rank
  Matrix keys;     // n_k × rank
  Index rank = 0;  // ≥ 1, ≤ min(d, n_q + n_k)
};

// Gram-Schmidt, twice. A vector whose remainder is below 1e-13 of its norm adds no direction. All
// inner products within and between the two sets are kept to a few eps of the product of norms.
SpanCoordinates span_coordinates(ConstMatrixView queries, ConstMatrixView keys);

}  // namespace kapprox
