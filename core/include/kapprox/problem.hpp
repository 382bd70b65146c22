// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a method is fitted to: all queries and keys of one head, one replicate or one plane, already
// scaled so that the kernel is exp(q·k). Rows may be coordinates in an orthonormal basis of the
// problem's span: then rank < ambient_dim, and every inner product is the same.
#pragma once

#include <kapprox/matrix.hpp>

#include <span>

namespace kapprox {

struct Problem {
  ConstMatrixView queries;  // n_q × rank
  ConstMatrixView keys;     // n_k × rank
  ConstMatrixView values;   // n_k × d_v, or 0 × 0 where the study has none
  Index ambient_dim = 0;    // d ≥ rank: the dimension the method believes it works in

  // True: rows are coordinates in a basis of the problem's span, even where that span has all d
  // dimensions. Reduced draws have addresses of their own, and this says so before the rank does:
  // a problem that grows to full rank keeps its draws.
  bool in_span_basis = false;

  Index rank() const { return keys.cols; }
  bool is_reduced() const { return in_span_basis || rank() < ambient_dim; }
};

// One case of a kernel study: row `query` of a query matrix with row `key` of a key matrix.
struct Pair {
  Index query = 0;
  Index key = 0;
};

// Throws Error when a pair lies outside of `queries` × `keys` rows.
void check_pairs(std::span<const Pair> pairs, Index queries, Index keys);

}  // namespace kapprox
