// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "needle": one key among n matters to every query. With a unit vector u,
//
//   q_i = √gap · u + std · N(0, I),   k_needle = √gap · u + std · N(0, I),   k_j = std · N(0, I),
//
// so that the needle's logits are larger by about gap. Values are N(0, I).
#include "inputs/whole_rows.hpp"

#include <kapprox/rows.hpp>

#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

Index place_of(double position, Index n) {
  return static_cast<Index>(std::floor(position * static_cast<double>(n)));
}

InputProblem make_problem(const WholeRequest& request, double gap, double std_deviation,
                          double position) {
  InputProblem problem;
  problem.key = fmt::format("needle/dim={}/replicate={}", request.dim, request.replicate);
  problem.ambient_dim = request.dim;
  const Matrix u = unit_rows(normal_rows(request.address, "needle", 1, request.dim));
  problem.queries = normal_rows(request.address, "query", request.n, request.dim);
  problem.keys = normal_rows(request.address, "key", request.n, request.dim);
  problem.values = normal_rows(request.address, "value", request.n, request.dim);
  multiply(problem.queries, std_deviation);
  multiply(problem.keys, std_deviation);
  const Index needle = place_of(position, request.n);
  const double length = std::sqrt(gap);
  for (Index j = 0; j < request.dim; ++j) {
    for (Index i = 0; i < request.n; ++i) problem.queries(i, j) += length * u(0, j);
    problem.keys(needle, j) += length * u(0, j);
  }
  add_whole_cases(problem, request, "needle",
                  {{"gap", gap}, {"std", std_deviation}, {"position", position}});
  return problem;
}

std::vector<InputProblem> make_needle(const Axes& axes, const Stream& stream) {
  std::vector<InputProblem> problems;
  for_each_whole(axes, stream, "needle", [&](const WholeRequest& request) {
    for (const double gap : axes.reals("gap", {.least = 0.0}))
      for (const double deviation : axes.reals("std", {.least = 0.0, .above = true}))
        for (const double position : axes.reals("position", {.least = 0.0, .most = 0.999}, 0.5))
          problems.push_back(make_problem(request, gap, deviation, position));
  });
  return problems;
}

}  // namespace

Source needle_source() {
  return {"needle",
          with_whole_keys(
              {{"gap", "attention: by how much the needle's logits are larger, about; axis", true},
               {"std", "standard deviation of every entry of the noise; axis", true},
               {"position", "the needle is key ⌊position · n⌋, 0 to 0.999; axis, default 0.5"}}),
          nullptr, make_needle};
}

}  // namespace kapprox
