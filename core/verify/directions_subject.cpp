// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Finding out in which dimensions a law works, and the addresses of its draws.
#include "verify/directions_subject.hpp"

#include "verify/accepted_dims.hpp"
#include "verify/problems.hpp"

#include <kapprox/linear_algebra.hpp>
#include <kapprox/vector_math.hpp>

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

Stream address(const VerifyOptions& options, std::string_view word, Index trial) {
  return Stream(options.seed).at("verify").at(word).trial(static_cast<std::uint64_t>(trial));
}

}  // namespace

DirectionsSubject::DirectionsSubject(const Directions& law, const VerifyOptions& options,
                                     std::function<BuiltMethod()> rebuild, bool must_work,
                                     Ledger& ledger)
    : law_(law), options_(options), rebuild_(std::move(rebuild)), claims_(law.claims()) {
  const auto ask = [this](Index dim) { law_.check_problem(plane_problem(dim).problem()); };
  dims_ = accepted_dims("life: draw", options, must_work, ledger, ask,
                        [this](Index dim) { draw("life", 0, dim, dim + 1); });
}

DirectionDraw DirectionsSubject::draw(std::string_view word, Index trial, Index dim,
                                      Index count) const {
  return law_.draw(address(options_, word, trial), {dim, dim, count});
}

DirectionDraw DirectionsSubject::draw_reduced(std::string_view word, Index trial, Index dim,
                                              Index count) const {
  return law_.draw(address(options_, word, trial), {dim, 2, count, true});
}

Matrix two_vectors(Orientation orientation, Index dim) {
  Matrix columns(dim, 2);
  Stream(0).at("verify").at("two vectors").fill_normals(columns);
  if (orientation == Orientation::diagonal)
    for (Index l = 0; l < dim; ++l) columns(l, 0) = 1.0;
  if (orientation == Orientation::axes) {
    columns = Matrix(dim, 2);
    columns(0, 0) = 1.0;
    columns(1, 1) = 1.0;
  }
  orthonormalise_columns(columns);
  Matrix rows(2, dim);
  for (Index l = 0; l < dim; ++l)
    for (Index v = 0; v < 2; ++v) rows(v, l) = columns(l, v);
  return rows;
}

std::string_view orientation_name(Orientation orientation) {
  switch (orientation) {
    case Orientation::axes:
      return "along an axis";
    case Orientation::diagonal:
      return "along (1, …, 1)/√d";
    case Orientation::askew:
      return "without symmetry";
  }
  return {};
}

Components components(const DirectionDraw& draw, const Matrix& vectors) {
  Components parts;
  for (Index i = 0; i < draw.coordinates.rows(); ++i) {
    parts.x.push_back(dot(draw.coordinates.row(i), vectors.row(0)));
    parts.y.push_back(dot(draw.coordinates.row(i), vectors.row(1)));
  }
  return parts;
}

std::string direction_place(Index dim, Index count, Orientation orientation) {
  return fmt::format("d = {}, m = {}, {}", dim, count, orientation_name(orientation));
}

}  // namespace kapprox
