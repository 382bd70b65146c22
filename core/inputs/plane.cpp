// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "plane": pairs of given norms at a given angle, in one fixed plane of R^d. Rows are
// the two coordinates in that plane: q = r_q (1, 0), k = r_k (cos θ, sin θ). All norms and angles
// of one dim share a problem, so they see the same random directions.
#include "inputs/sources.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace kapprox {

namespace {

struct UnitVector {
  double x;
  double y;
};

// The doubles nearest to π/2 and π mean the exact angles: the pair is then exactly orthogonal or
// opposite, which sin(π) = 1.2e-16 would only nearly give.
UnitVector unit_vector(double angle) {
  if (angle == std::numbers::pi) return {-1.0, 0.0};
  if (angle == std::numbers::pi / 2) return {0.0, 1.0};
  return {std::cos(angle), std::sin(angle)};
}

// Every combination of norms: equal ones from `norm`, or all of query_norm × key_norm.
struct Norms {
  std::vector<double> query;
  std::vector<double> key;
  bool equal = false;
};

Norms norms_of(const Axes& axes) {
  const bool separate = axes.has("query_norm") || axes.has("key_norm");
  if (axes.has("norm") && separate)
    axes.refuse("norm", "is given beside query_norm or key_norm", "given alone",
                "remove norm, or both others");
  if (separate)
    return {axes.reals("query_norm", norms_in_double), axes.reals("key_norm", norms_in_double),
            false};
  const std::vector<double> norms = axes.reals("norm", norms_in_double);
  return {norms, norms, true};
}

Case make_case(std::int64_t dim, const Norms& norms, std::size_t query, std::size_t key,
               double angle) {
  const double query_norm = norms.query[query];
  const double key_norm = norms.key[key];
  Case made;
  made.coordinates = {{"source", std::string("plane")}, {"dim", static_cast<double>(dim)}};
  if (norms.equal) made.coordinates.emplace_back("norm", query_norm);
  made.coordinates.emplace_back("query_norm", query_norm);
  made.coordinates.emplace_back("key_norm", key_norm);
  made.coordinates.emplace_back("angle", angle);
  made.key_text = fmt::format("plane/dim={}/query_norm={}/key_norm={}/angle={}", dim,
                              shortest(query_norm), shortest(key_norm), shortest(angle));
  return made;
}

InputProblem make_problem(std::int64_t dim, const Norms& norms, const std::vector<double>& angles) {
  InputProblem problem;
  problem.key = fmt::format("plane/dim={}", dim);
  problem.ambient_dim = static_cast<Index>(dim);
  problem.spans_fixed_plane = true;
  problem.queries = Matrix(static_cast<Index>(norms.query.size()), 2);
  problem.keys = Matrix(static_cast<Index>(norms.key.size() * angles.size()), 2);
  for (std::size_t query = 0; query < norms.query.size(); ++query)
    problem.queries(static_cast<Index>(query), 0) = norms.query[query];
  for (std::size_t key = 0; key < norms.key.size(); ++key)
    for (std::size_t angle = 0; angle < angles.size(); ++angle) {
      const auto row = static_cast<Index>(key * angles.size() + angle);
      const UnitVector unit = unit_vector(angles[angle]);
      problem.keys(row, 0) = norms.key[key] * unit.x;
      problem.keys(row, 1) = norms.key[key] * unit.y;
    }
  for (std::size_t query = 0; query < norms.query.size(); ++query)
    for (std::size_t key = 0; key < norms.key.size(); ++key) {
      if (norms.equal && query != key) continue;
      for (std::size_t angle = 0; angle < angles.size(); ++angle) {
        Case made = make_case(dim, norms, query, key, angles[angle]);
        made.query = static_cast<Index>(query);
        made.key = static_cast<Index>(key * angles.size() + angle);
        problem.cases.push_back(std::move(made));
      }
    }
  return problem;
}

std::vector<InputProblem> make_plane(const Axes& axes, const Stream&) {
  const std::vector<std::int64_t> dims = axes.integers("dim", 2);
  const Norms norms = norms_of(axes);
  const std::vector<double> angles = axes.reals("angle", {.least = 0.0, .most = std::numbers::pi});
  std::vector<InputProblem> problems;
  problems.reserve(dims.size());
  for (const std::int64_t dim : dims) problems.push_back(make_problem(dim, norms, angles));
  return problems;
}

}  // namespace

Source plane_source() {
  return {"plane",
          {{"dim", "dimension d ≥ 2 of the space the plane lies in; axis", true},
           {"norm", "norm of query and key alike; axis"},
           {"query_norm", "norm of the query, together with key_norm, in place of norm; axis"},
           {"key_norm", "norm of the key, together with query_norm, in place of norm; axis"},
           {"angle", "angle between query and key in radians, 0 to π; axis", true}},
          make_plane};
}

}  // namespace kapprox
