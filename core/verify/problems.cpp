// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Random orientations come from addresses of their own, apart from every draw of a method.
#include "verify/problems.hpp"

#include "numeric/span_basis.hpp"

#include <kapprox/linear_algebra.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr double pi = std::numbers::pi;

Stream address(std::string_view name, Index dim) {
  return Stream(0).at("verify").at(name).at(static_cast<std::uint64_t>(dim));
}

TestProblem empty_problem(std::string name, Index dim, Index count) {
  TestProblem problem;
  problem.name = std::move(name);
  problem.queries = Matrix(count, dim);
  problem.keys = Matrix(count, dim);
  for (Index i = 0; i < count; ++i) problem.pairs.push_back({i, i});
  problem.ambient_dim = dim;
  return problem;
}

// Row i of the problem lies in the plane of the first two columns of `basis` (d × 2).
void set_pair(TestProblem& problem, Index i, ConstMatrixView basis, double query_norm,
              double key_norm, double angle) {
  for (Index l = 0; l < problem.ambient_dim; ++l) {
    problem.queries(i, l) = query_norm * basis(l, 0);
    problem.keys(i, l) = key_norm * (std::cos(angle) * basis(l, 0) + std::sin(angle) * basis(l, 1));
  }
}

Matrix orthonormal_columns(const Stream& stream, Index dim, Index count) {
  Matrix columns(dim, count);
  stream.fill_normals(columns);
  orthonormalise_columns(columns);
  return columns;
}

double norm(std::span<const double> x) { return std::sqrt(dot(x, x)); }

Matrix times(ConstMatrixView rows, ConstMatrixView rotation) {
  Matrix turned(rows.rows, rotation.rows);
  multiply_transposed(rows, rotation, turned);
  return turned;
}

}  // namespace

double TestProblem::exact(std::size_t pair) const {
  return dot(queries.row(pairs[pair].query), keys.row(pairs[pair].key));
}

std::string TestProblem::place(std::size_t pair) const {
  const double query = norm(queries.row(pairs[pair].query));
  const double key = norm(keys.row(pairs[pair].key));
  const double product = query * key;
  std::string text = fmt::format("{} problem, d = {}, pair {}: |q| = {:.3g}, |k| = {:.3g}", name,
                                 ambient_dim, pair, query, key);
  if (product > 0.0)
    text += fmt::format(", angle {:.3g}", std::acos(std::clamp(exact(pair) / product, -1.0, 1.0)));
  return text;
}

TestProblem plane_problem(Index dim) {
  constexpr double norms[][2] = {{0.5, 0.5}, {0.25, 0.5}, {0.5, 0.25}, {0.25, 0.25}};
  constexpr double angles[] = {0.4, pi / 2, 2.7};
  TestProblem problem = empty_problem("plane", dim, 12);
  const Matrix basis = orthonormal_columns(address("plane", dim), dim, 2);
  Index i = 0;
  for (const auto& [query, key] : norms)
    for (const double angle : angles) set_pair(problem, i++, basis, query, key, angle);
  return problem;
}

TestProblem axes_problem(Index dim) {
  TestProblem problem = empty_problem("axes", dim, 10);
  const Matrix askew = orthonormal_columns(address("axes", dim), dim, 1);
  for (const Index first : {0, 5}) {
    for (Index l = 0; l < dim; ++l) {
      const double diagonal = 0.5 / std::sqrt(static_cast<double>(dim));
      problem.queries(first, l) = diagonal;
      problem.queries(first + 1, l) = -diagonal;
      problem.queries(first + 4, l) = 0.5 * askew(l, 0);
    }
    problem.queries(first + 2, 0) = 0.5;
    problem.queries(first + 3, 0) = -0.5;
  }
  problem.keys = problem.queries;
  for (Index i = 5; i < 10; ++i)
    for (double& x : problem.keys.row(i)) x = -x;
  return problem;
}

TestProblem cloud_problem(Index dim, double largest) {
  constexpr Index count = 7;
  TestProblem problem = empty_problem("cloud", dim, count);
  const Stream stream = address("cloud", dim);
  stream.at("queries").fill_normals(problem.queries);
  stream.at("keys").fill_normals(problem.keys);
  for (Index i = 0; i < count; ++i)
    for (Matrix* rows : {&problem.queries, &problem.keys}) {
      const double scale = largest * static_cast<double>(i + 1) / count / norm(rows->row(i));
      for (double& x : rows->row(i)) x *= scale;
    }
  return problem;
}

TestProblem norm_problem(Index dim, double its_norm) {
  constexpr double angles[] = {0.0, 1.0, 2.0, 3.0, pi};
  TestProblem problem = empty_problem("norm", dim, 5);
  const Matrix basis = orthonormal_columns(address("norm", dim), dim, 2);
  Index i = 0;
  for (const double angle : angles) set_pair(problem, i++, basis, its_norm, its_norm, angle);
  return problem;
}

TestProblem point_problem(Index dim, Relation relation) {
  TestProblem problem = empty_problem("point", dim, 4);
  address("point", dim).fill_normals(problem.queries);
  for (Index i = 0; i < 4; ++i) {
    const double scale = (i % 2 == 0 ? 0.5 : 2.0) / norm(problem.queries.row(i));
    for (double& x : problem.queries.row(i)) x *= scale;
  }
  problem.keys = problem.queries;
  if (relation == Relation::opposite)
    for (double& x : problem.keys.values()) x = -x;
  if (relation == Relation::zero)
    for (Index l = 0; l < dim; ++l)
      problem.queries(0, l) = problem.queries(1, l) = problem.keys(2, l) = problem.keys(3, l) = 0.0;
  return problem;
}

TestProblem rotated(const TestProblem& problem) {
  TestProblem turned = problem;
  turned.name = "turned " + problem.name;
  const Index dim = problem.ambient_dim;
  const Matrix rotation = orthonormal_columns(address("rotation", dim), dim, dim);
  turned.queries = times(problem.queries, rotation);
  turned.keys = times(problem.keys, rotation);
  return turned;
}

TestProblem reduced(const TestProblem& problem) {
  TestProblem small = problem;
  small.name = "reduced " + problem.name;
  SpanCoordinates span = span_coordinates(problem.queries, problem.keys);
  small.queries = std::move(span.queries);
  small.keys = std::move(span.keys);
  small.in_span_basis = true;
  return small;
}

}  // namespace kapprox
