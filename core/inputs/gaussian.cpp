// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "gaussian": queries and keys with independent entries N(0, std²), as matched rows
// (`pairs`) or as all pairs of n queries and n keys (`n`), or whole, with values N(0, 1) of the
// same width; or as rows of n logits N(0, std²). A problem per dim × std × replicate, so that a
// method fitted to data sees one law; std enters neither the key nor the draw, and more rows leave
// those there are.
#include "inputs/mask_cases.hpp"
#include "inputs/pair_cases.hpp"
#include "inputs/row_cases.hpp"
#include "inputs/sources.hpp"

#include "base/text.hpp"

#include <kapprox/rows.hpp>

#include <fmt/format.h>

namespace kapprox {

namespace {

struct Rows {
  std::int64_t count = 1;
  bool all_pairs = false;  // every query with every key; else query i with key i
};

Rows rows_of(const Axes& axes) {
  if (!axes.has("n")) return {axes.integer("pairs", 1, 1), false};
  if (axes.has("pairs"))
    axes.refuse("n", "is given beside pairs", "given alone", "remove one of the two");
  const std::int64_t n = axes.integer("n", 1);
  if (n > most_pairs_unasked / n)
    axes.refuse("n", fmt::format("is {}, which makes {} × {} pairs", n, n, n),
                fmt::format("such that all pairs are at most {}", most_pairs_unasked),
                "lower n or write pairs = … for matched rows");
  return {n, true};
}

Matrix scaled(Matrix rows, double factor) {
  multiply(rows, factor);
  return rows;
}

Case make_case(const InputProblem& problem, std::int64_t replicate, double std_deviation,
               const Rows& rows, std::int64_t query, std::int64_t key) {
  Case made;
  made.query = static_cast<Index>(query);
  made.key = static_cast<Index>(key);
  made.coordinates = {{"source", std::string("gaussian")},
                      {"dim", static_cast<double>(problem.ambient_dim)},
                      {"std", std_deviation},
                      {"replicate", static_cast<double>(replicate)}};
  made.key_text = fmt::format("{}/std={}", problem.key, shortest(std_deviation));
  if (rows.all_pairs) {
    made.coordinates.emplace_back("query", static_cast<double>(query));
    made.coordinates.emplace_back("key", static_cast<double>(key));
    made.key_text += fmt::format("/query={}/key={}", query, key);
  } else {
    made.coordinates.emplace_back("pair", static_cast<double>(query));
    made.key_text += fmt::format("/pair={}", query);
  }
  add_geometry(geometry_of(problem.queries.row(made.query), problem.keys.row(made.key)), made);
  return made;
}

Stream address_of(const Stream& stream, std::int64_t dim, std::int64_t replicate) {
  return stream.at("gaussian")
      .at(static_cast<std::uint64_t>(dim))
      .at(static_cast<std::uint64_t>(replicate));
}

// Without cases and values.
InputProblem make_rows(const Stream& stream, std::int64_t dim, std::int64_t replicate,
                       double std_deviation, std::int64_t rows) {
  InputProblem problem;
  problem.key = fmt::format("gaussian/dim={}/replicate={}", dim, replicate);
  problem.ambient_dim = static_cast<Index>(dim);
  const Stream address = address_of(stream, dim, replicate);
  const auto count = static_cast<Index>(rows);
  problem.queries =
      scaled(normal_rows(address, "query", count, problem.ambient_dim), std_deviation);
  problem.keys = scaled(normal_rows(address, "key", count, problem.ambient_dim), std_deviation);
  return problem;
}

InputProblem make_problem(const Stream& stream, std::int64_t dim, std::int64_t replicate,
                          double std_deviation, const Rows& rows) {
  InputProblem problem = make_rows(stream, dim, replicate, std_deviation, rows.count);
  for (std::int64_t query = 0; query < rows.count; ++query) {
    const std::int64_t first = rows.all_pairs ? 0 : query;
    const std::int64_t last = rows.all_pairs ? rows.count - 1 : query;
    for (std::int64_t key = first; key <= last; ++key)
      problem.cases.push_back(make_case(problem, replicate, std_deviation, rows, query, key));
  }
  return problem;
}

std::vector<InputProblem> make_gaussian(const Axes& axes, const Stream& stream) {
  const std::vector<std::int64_t> dims = axes.integers("dim", 1);
  const std::vector<double> deviations = axes.reals("std", deviations_in_double);
  const Rows rows = rows_of(axes);
  const std::vector<std::int64_t> replicates = axes.integers("replicate", 0, 0);
  std::vector<InputProblem> problems;
  for (const std::int64_t dim : dims) {
    check_volume(axes, rows.all_pairs ? "n" : "pairs", rows.count, dim);
    for (const double deviation : deviations)
      for (const std::int64_t replicate : replicates)
        problems.push_back(make_problem(stream, dim, replicate, deviation, rows));
  }
  return problems;
}

InputProblem make_whole_problem(const Stream& stream, std::int64_t dim, std::int64_t replicate,
                                double std_deviation, std::int64_t n,
                                const std::vector<Mask>& masks) {
  InputProblem problem = make_rows(stream, dim, replicate, std_deviation, n);
  problem.values = normal_rows(address_of(stream, dim, replicate), "value", static_cast<Index>(n),
                               problem.ambient_dim);
  add_mask_cases(problem, masks,
                 {{"source", std::string("gaussian")},
                  {"dim", static_cast<double>(dim)},
                  {"std", std_deviation},
                  {"replicate", static_cast<double>(replicate)}},
                 fmt::format("{}/std={}/n={}", problem.key, shortest(std_deviation), n));
  return problem;
}

std::vector<InputProblem> make_whole_gaussian(const Axes& axes, const Stream& stream) {
  const std::vector<std::int64_t> dims = axes.integers("dim", 1);
  const std::vector<double> deviations = axes.reals("std", {.least = 0.0, .above = true});
  const std::vector<std::int64_t> lengths = axes.integers("n", 1);
  const std::vector<std::int64_t> replicates = axes.integers("replicate", 0, 0);
  const std::vector<Mask> masks = masks_of(axes, false);
  std::vector<InputProblem> problems;
  for (const std::int64_t dim : dims)
    for (const std::int64_t n : lengths) {
      check_volume(axes, "n", n, dim);
      for (const double deviation : deviations)
        for (const std::int64_t replicate : replicates)
          problems.push_back(make_whole_problem(stream, dim, replicate, deviation, n, masks));
    }
  return problems;
}

std::vector<InputProblem> make_gaussian_rows(const Axes& axes, const Stream& stream) {
  RowProblems made("gaussian");
  for_each_row(axes, stream, "gaussian", [&](const RowRequest& request) {
    const Matrix normals = normal_rows(request.address, "logit", request.n, 1);
    for (const double deviation : axes.reals("std", deviations_in_double))
      made.add_scaled(normals.values(), deviation, request, {{"std", deviation}});
  });
  return made.take();
}

}  // namespace

Source gaussian_source() {
  return {
      "gaussian",
      {{"dim", "dimension d ≥ 1; axis", true},
       {"std", "standard deviation of every entry; axis", true},
       {"pairs", "number of matched rows: query i with key i; default 1", false, CaseUnit::pair},
       {"n", "in place of pairs: n queries and n keys, all n × n pairs", false, CaseUnit::pair},
       {"n", "attention: n queries, keys and values; axis", true, CaseUnit::problem},
       {"replicate", "ids, each redraws the numbers; axis, default 0"},
       mask_help("none"),
       window_help()},
      make_gaussian,
      make_whole_gaussian,
      with_row_keys({{"std", "standard deviation of the logits; axis", true}}),
      make_gaussian_rows};
}

}  // namespace kapprox
