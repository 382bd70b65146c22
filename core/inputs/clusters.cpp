// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "clusters": rows i of queries and keys belong to cluster i mod c, around centres of a
// given norm; values carry the cluster's own mean. Queries attend to the keys of their cluster, the
// more so the larger the norm is against the spread.
//
//   q_i = norm · u_c + std · N(0, I),   k_i likewise,   v_i = w_c + N(0, I),   w_c ~ N(0, I)
#include "inputs/whole_rows.hpp"

#include <kapprox/rows.hpp>

#include <fmt/format.h>

namespace kapprox {

namespace {

// n × d: row i is row i mod c of `centres`.
Matrix repeated(const Matrix& centres, Index n) {
  Matrix rows(n, centres.cols());
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < centres.cols(); ++j) rows(i, j) = centres(i % centres.rows(), j);
  return rows;
}

Matrix around(const Matrix& centres, const WholeRequest& request, const Stream& address,
              std::string_view side, double std_deviation) {
  Matrix rows = normal_rows(address, side, request.n, request.dim);
  multiply(rows, std_deviation);
  add(rows, repeated(centres, request.n));
  return rows;
}

InputProblem make_problem(const WholeRequest& request, std::int64_t clusters, double norm,
                          double std_deviation) {
  InputProblem problem;
  problem.key = fmt::format("clusters/dim={}/clusters={}/replicate={}", request.dim, clusters,
                            request.replicate);
  problem.ambient_dim = request.dim;
  const Stream address = request.address.at(static_cast<std::uint64_t>(clusters));
  const auto count = static_cast<Index>(clusters);
  Matrix centres = unit_rows(normal_rows(address, "centre", count, request.dim));
  multiply(centres, norm);
  problem.queries = around(centres, request, address, "query", std_deviation);
  problem.keys = around(centres, request, address, "key", std_deviation);
  problem.values = around(normal_rows(address, "value centre", count, request.dim), request,
                          address, "value", 1.0);
  add_whole_cases(
      problem, request, "clusters",
      {{"clusters", static_cast<double>(clusters)}, {"norm", norm}, {"std", std_deviation}});
  return problem;
}

std::vector<InputProblem> make_clusters(const Axes& axes, const Stream& stream) {
  const RealRange positive = {.least = 0.0, .above = true};
  std::vector<InputProblem> problems;
  for_each_whole(axes, stream, "clusters", [&](const WholeRequest& request) {
    for (const std::int64_t clusters : axes.integers("clusters", 1)) {
      check_volume(axes, "clusters", clusters, static_cast<std::int64_t>(request.dim));
      for (const double norm : axes.reals("norm", positive))
        for (const double deviation : axes.reals("std", {.least = 0.0}))
          problems.push_back(make_problem(request, clusters, norm, deviation));
    }
  });
  return problems;
}

}  // namespace

Source clusters_source() {
  return {
      "clusters",
      with_whole_keys(
          {{"clusters", "attention: number c of clusters, row i in cluster i mod c; axis", true},
           {"norm", "norm of their centres; axis", true},
           {"std", "standard deviation around them, of every entry; axis", true}}),
      nullptr, make_clusters};
}

}  // namespace kapprox
