// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "heavy_tail": queries and keys are rows of Student's t distribution, normal rows over
// a common χ: a few rows are far longer than the others. Values are N(0, I). In rows of logits,
// each logit has a χ of its own.
//
//   q_i = std · N(0, I) · √(tail / χ²_tail)   (W. S. Gosset, 1908; tail → ∞ gives "gaussian")
#include "inputs/row_cases.hpp"
#include "inputs/whole_rows.hpp"

#include <kapprox/vector_math.hpp>

#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

Matrix student_rows(const WholeRequest& request, const std::string& side, std::int64_t tail,
                    double std_deviation) {
  Matrix rows = normal_rows(request.address, side, request.n, request.dim);
  const Matrix chi =
      normal_rows(request.address, side + " chi", request.n, static_cast<Index>(tail));
  for (Index i = 0; i < request.n; ++i) {
    const double factor =
        std_deviation * std::sqrt(static_cast<double>(tail) / dot(chi.row(i), chi.row(i)));
    for (double& value : rows.row(i)) value *= factor;
  }
  return rows;
}

InputProblem make_problem(const WholeRequest& request, std::int64_t tail, double std_deviation) {
  InputProblem problem;
  problem.key =
      fmt::format("heavy_tail/dim={}/tail={}/replicate={}", request.dim, tail, request.replicate);
  problem.ambient_dim = request.dim;
  problem.queries = student_rows(request, "query", tail, std_deviation);
  problem.keys = student_rows(request, "key", tail, std_deviation);
  problem.values = normal_rows(request.address, "value", request.n, request.dim);
  add_whole_cases(problem, request, "heavy_tail",
                  {{"tail", static_cast<double>(tail)}, {"std", std_deviation}});
  return problem;
}

std::vector<InputProblem> make_heavy_tail(const Axes& axes, const Stream& stream) {
  std::vector<InputProblem> problems;
  for_each_whole(axes, stream, "heavy_tail", [&](const WholeRequest& request) {
    for (const std::int64_t tail : axes.integers("tail", 1)) {
      check_volume(axes, "tail", static_cast<std::int64_t>(request.n), tail);
      for (const double deviation : axes.reals("std", {.least = 0.0, .above = true}))
        problems.push_back(make_problem(request, tail, deviation));
    }
  });
  return problems;
}

std::vector<InputProblem> make_heavy_tail_rows(const Axes& axes, const Stream& stream) {
  RowProblems made("heavy_tail");
  for_each_row(axes, stream, "heavy_tail", [&](const RowRequest& request) {
    for (const std::int64_t tail : axes.integers("tail", 1)) {
      check_volume(axes, "tail", static_cast<std::int64_t>(request.n), tail);
      Matrix logits = normal_rows(request.address, "logit", request.n, 1);
      const Matrix chi =
          normal_rows(request.address, "logit chi", request.n, static_cast<Index>(tail));
      for (Index i = 0; i < request.n; ++i)
        logits(i, 0) *= std::sqrt(static_cast<double>(tail) / dot(chi.row(i), chi.row(i)));
      for (const double deviation : axes.reals("std", deviations_in_double))
        made.add_scaled(logits.values(), deviation, request,
                        {{"tail", static_cast<double>(tail)}, {"std", deviation}});
    }
  });
  return made.take();
}

}  // namespace

Source heavy_tail_source() {
  return {"heavy_tail",
          with_whole_keys(
              {{"tail", "attention: degrees of freedom of Student's t, whole; axis", true},
               {"std", "standard deviation of the normal part, of every entry; axis", true}}),
          nullptr,
          make_heavy_tail,
          with_row_keys({{"tail", "degrees of freedom of Student's t, whole; axis", true},
                         {"std", "multiplies every logit; axis", true}}),
          make_heavy_tail_rows};
}

}  // namespace kapprox
