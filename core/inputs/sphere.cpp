// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "sphere": random pairs on spheres of given radius. A problem per dim × replicate holds
// unit vectors, uniform on the sphere, once per norm; a case per norm × pair. Row i is the same for
// every number of pairs, and the unit vectors are the same for every norm.
#include "inputs/pair_cases.hpp"
#include "inputs/sources.hpp"

#include "base/text.hpp"

#include <kapprox/vector_math.hpp>

#include <fmt/format.h>

#include <cmath>

namespace kapprox {

namespace {

void normalise_rows(Matrix& rows) {
  for (Index i = 0; i < rows.rows(); ++i) {
    const double norm = std::sqrt(dot(rows.row(i), rows.row(i)));
    for (double& value : rows.row(i)) value /= norm;
  }
}

// Row norm_index · pairs + i is norms[norm_index] times row i.
Matrix scaled_copies(const Matrix& rows, const std::vector<double>& norms) {
  Matrix out(rows.rows() * static_cast<Index>(norms.size()), rows.cols());
  for (Index i = 0; i < out.rows(); ++i)
    for (Index j = 0; j < out.cols(); ++j)
      out(i, j) = norms[static_cast<std::size_t>(i / rows.rows())] * rows(i % rows.rows(), j);
  return out;
}

InputProblem make_problem(const Stream& stream, std::int64_t dim, std::int64_t replicate,
                          const std::vector<double>& norms, std::int64_t pairs) {
  InputProblem problem;
  problem.key = fmt::format("sphere/dim={}/replicate={}", dim, replicate);
  problem.ambient_dim = static_cast<Index>(dim);
  const Stream address = stream.at("sphere")
                             .at(static_cast<std::uint64_t>(dim))
                             .at(static_cast<std::uint64_t>(replicate));
  Matrix queries = normal_rows(address, "query", static_cast<Index>(pairs), problem.ambient_dim);
  Matrix keys = normal_rows(address, "key", static_cast<Index>(pairs), problem.ambient_dim);
  normalise_rows(queries);
  normalise_rows(keys);
  problem.queries = scaled_copies(queries, norms);
  problem.keys = scaled_copies(keys, norms);
  for (std::size_t n = 0; n < norms.size(); ++n)
    for (std::int64_t pair = 0; pair < pairs; ++pair) {
      const auto unit = static_cast<Index>(pair);
      Case made;
      made.query = made.key = static_cast<Index>(n) * static_cast<Index>(pairs) + unit;
      made.coordinates = {{"source", std::string("sphere")},
                          {"dim", static_cast<double>(dim)},
                          {"norm", norms[n]},
                          {"replicate", static_cast<double>(replicate)},
                          {"pair", static_cast<double>(pair)}};
      add_geometry({norms[n], norms[n], geometry_of(queries.row(unit), keys.row(unit)).angle},
                   made);
      made.key_text = fmt::format("{}/pair={}/norm={}", problem.key, pair, shortest(norms[n]));
      problem.cases.push_back(std::move(made));
    }
  return problem;
}

std::vector<InputProblem> make_sphere(const Axes& axes, const Stream& stream) {
  const std::vector<std::int64_t> dims = axes.integers("dim", 1);
  const std::vector<double> norms = axes.reals("norm", norms_in_double);
  const std::int64_t pairs = axes.integer("pairs", 1, 1);
  const std::vector<std::int64_t> replicates = axes.integers("replicate", 0, 0);
  std::vector<InputProblem> problems;
  for (const std::int64_t dim : dims) {
    check_volume(axes, "pairs", pairs, dim);
    for (const std::int64_t replicate : replicates)
      problems.push_back(make_problem(stream, dim, replicate, norms, pairs));
  }
  return problems;
}

}  // namespace

Source sphere_source() {
  return {"sphere",
          {{"dim", "dimension d ≥ 1; axis", true},
           {"norm", "norm of query and key alike; axis", true},
           {"pairs", "pairs per norm, each with its own unit vectors; default 1"},
           {"replicate", "ids, each redraws the unit vectors; axis, default 0"}},
          make_sphere};
}

}  // namespace kapprox
