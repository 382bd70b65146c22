// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/coordinates.hpp"

#include "numeric/span_basis.hpp"

#include <algorithm>

namespace kapprox {

namespace {

// n × rank coordinates in a plane as n × d vectors: the plane of the first axes.
Matrix embedded(const Matrix& rows, Index ambient_dim) {
  Matrix result(rows.rows(), ambient_dim);
  for (Index i = 0; i < rows.rows(); ++i) {
    const std::span<const double> from = rows.row(i);
    std::copy(from.begin(), from.end(), result.row(i).begin());
  }
  return result;
}

}  // namespace

Coordinates in_all_dimensions(const InputProblem& plane) {
  const Index d = plane.ambient_dim;
  return {embedded(plane.queries, d), embedded(plane.keys, d), d, false};
}

Coordinates coordinates_of(const OrderedProblem& problem, bool reduced) {
  const Index d = problem.source->ambient_dim;
  if (problem.source->spans_fixed_plane) {
    if (reduced) return {problem.queries, problem.keys, d, true};
    return {embedded(problem.queries, d), embedded(problem.keys, d), d, false};
  }
  if (!reduced) return {problem.queries, problem.keys, d, false, problem.values};
  SpanCoordinates basis = span_coordinates(problem.queries, problem.keys);
  return {std::move(basis.queries), std::move(basis.keys), d, true, problem.values};
}

Stream draw_address(std::uint64_t seed, const InputProblem& problem) {
  return Stream(seed).at("problem").at(problem.key);
}

}  // namespace kapprox
