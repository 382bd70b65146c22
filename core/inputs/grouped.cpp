// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "grouped": consecutive keys belong together, as they do where blocks of keys are worth
// a score. Group g holds keys g · group … (g + 1) · group − 1 around a mean of its own, with a
// spread of its own:
//
//   k_j = mean_std · N_g(0, I) + spread · exp(unequal · z_g) · N(0, I),   z_g ~ N(0, 1)
//   q_i = scale · N(0, I) / √d,   v_j = w_g + N(0, I),   w_g ~ N(0, I)
//
// unequal = 0: all groups have one spread.
#include "inputs/whole_rows.hpp"

#include <kapprox/rows.hpp>

#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

struct Law {
  std::int64_t group = 1;
  double mean_std = 0.0;
  double spread = 0.0;
  double unequal = 0.0;
  double scale = 1.0;
  std::int64_t queries = 0;  // 0: as many as keys
};

// Row j is row ⌊j / group⌋ of `rows`, times `factor`.
void add_groups(Matrix& target, const Matrix& rows, std::int64_t group, double factor) {
  for (Index j = 0; j < target.rows(); ++j)
    for (Index l = 0; l < target.cols(); ++l)
      target(j, l) += factor * rows(j / static_cast<Index>(group), l);
}

InputProblem make_problem(const WholeRequest& request, const Law& law) {
  InputProblem problem;
  problem.key = fmt::format("grouped/dim={}/group={}/replicate={}", request.dim, law.group,
                            request.replicate);
  if (law.queries > 0) problem.key += fmt::format("/queries={}", law.queries);
  problem.ambient_dim = request.dim;
  const Stream address = request.address.at(static_cast<std::uint64_t>(law.group));
  const auto group = static_cast<Index>(law.group);
  const Index groups = (request.n + group - 1) / group;
  const Matrix sizes = normal_rows(address, "spread", groups, 1);

  const Index queries = law.queries == 0 ? request.n : static_cast<Index>(law.queries);
  problem.queries = normal_rows(address, "query", queries, request.dim);
  multiply(problem.queries, law.scale / std::sqrt(static_cast<double>(request.dim)));
  problem.keys = normal_rows(address, "key", request.n, request.dim);
  for (Index j = 0; j < request.n; ++j) {
    const double spread = law.spread * std::exp(law.unequal * sizes(j / group, 0));
    for (double& entry : problem.keys.row(j)) entry *= spread;
  }
  add_groups(problem.keys, normal_rows(address, "mean", groups, request.dim), law.group,
             law.mean_std);
  problem.values = normal_rows(address, "value", request.n, request.dim);
  add_groups(problem.values, normal_rows(address, "value mean", groups, request.dim), law.group,
             1.0);
  add_whole_cases(problem, request, "grouped",
                  {{"group", static_cast<double>(law.group)},
                   {"mean_std", law.mean_std},
                   {"spread", law.spread},
                   {"unequal", law.unequal},
                   {"scale", law.scale}});
  return problem;
}

std::vector<InputProblem> make_grouped(const Axes& axes, const Stream& stream) {
  const RealRange some = {.least = 0.0, .most = 1e100};
  const RealRange positive = {.least = 0.0, .most = 1e100, .above = true};
  const RealRange moderate = {.least = 0.0, .most = 10.0};
  std::vector<InputProblem> problems;
  const std::int64_t queries = axes.integer("queries", 1, 0);
  for_each_whole(axes, stream, "grouped", [&](const WholeRequest& request) {
    check_volume(axes, "queries", queries, static_cast<std::int64_t>(request.dim));
    for (const std::int64_t group : axes.integers("group", 1))
      for (const double mean_std : axes.reals("mean_std", some))
        for (const double spread : axes.reals("spread", positive))
          for (const double unequal : axes.reals("unequal", moderate, 0.0))
            for (const double scale : axes.reals("scale", positive, 1.0))
              problems.push_back(
                  make_problem(request, {group, mean_std, spread, unequal, scale, queries}));
  });
  return problems;
}

}  // namespace

Source grouped_source() {
  return {"grouped",
          with_whole_keys(
              {{"group", "keys in a group, which have mean and spread in common; axis", true},
               {"mean_std", "standard deviation of every entry of the means; axis", true},
               {"spread", "standard deviation of every entry around them; axis", true},
               {"unequal", "of the logarithms of the groups' spreads; axis, default 0: equal"},
               {"scale",
                "of queries, whose entries have standard deviation scale/√d; axis, default "
                "1"},
               {"queries", "queries of a problem; default n"}}),
          nullptr, make_grouped};
}

}  // namespace kapprox
