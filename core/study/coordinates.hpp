// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The coordinates a method sees: all d of them, or the few of an orthonormal basis of the problem's
// span (the exact reduction of docs/architecture.md). Shared by every config on that problem.
#pragma once

#include <kapprox/problem.hpp>
#include <kapprox/stream.hpp>

#include "study/canonical.hpp"

namespace kapprox {

struct Coordinates {
  Matrix queries;  // n_q × rank
  Matrix keys;     // n_k × rank
  Index ambient_dim = 0;
  bool in_span_basis = false;
  ConstMatrixView values = {};  // n_k × d_v of the ordered problem, which must outlive them

  Problem problem() const { return {queries, keys, values, ambient_dim, in_span_basis}; }
};

// The basis is used also where the span fills the space, so that adding a case, which may fill it,
// moves no existing draw.
Coordinates coordinates_of(const OrderedProblem& problem, bool reduced);

// The rows of a plane (spans_fixed_plane) in all d dimensions.
Coordinates in_all_dimensions(const InputProblem& plane);

// The address of a problem's draws; the trial is still to be set. Directions add d, reduced or
// full, the slot and the law. Neither m nor the method is in it: in one trial all methods see the
// same directions.
Stream draw_address(std::uint64_t seed, const InputProblem& problem);

}  // namespace kapprox
