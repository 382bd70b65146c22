// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The contract of a feature block: shapes as the cost says, values of size ≤ 1, a finite log-scale
// per row, signs ±1, both sides alike; and the estimate that these features induce is the estimate
// that the sample gives.
#include "verify/answers.hpp"
#include "verify/checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view shape_check = "features: shapes";
constexpr std::string_view scale_check = "features: values, scales and signs";
constexpr std::string_view estimate_check = "features: induce the estimate";
constexpr std::string_view flat_check = "features: multiplied out";

// One rounding beyond 1 for each of some ten operations.
constexpr double largest_value = 1.0 + 1e-14;

// Of a sum of `count` products, relative to Σ|φϕ|: roundings that go to and fro, eight times over,
// and some in each product.
double inner_product(Index count) {
  return std::numeric_limits<double>::epsilon() *
         (256.0 + 8.0 * std::sqrt(static_cast<double>(count)));
}

void check_shapes(const FeatureBlock& block, const TestProblem& problem, Index feature_dim,
                  Ledger& ledger) {
  const std::string place = trial_place(problem, 0);
  try {
    block.check();
    ledger.holds(shape_check, true, {});
  } catch (const std::exception& fault) {
    ledger.holds(shape_check, false, fault.what(), place);
  }
  ledger.holds(shape_check, block.rows() == problem.queries.rows(),
               fmt::format("{} rows were mapped to {} rows of features", problem.queries.rows(),
                           block.rows()),
               place);
  ledger.holds(
      shape_check, block.feature_dim() == feature_dim,
      fmt::format("a row has {} features, but the cost says {}", block.feature_dim(), feature_dim),
      place);
}

void check_scales(const FeatureBlock& block, const std::string& place, Ledger& ledger) {
  for (const Segment& segment : block.segments) {
    double largest = 0.0;
    for (const double value : segment.values.values())
      largest = std::isnan(value) ? value : std::max(largest, std::abs(value));
    ledger.holds(
        scale_check, largest <= largest_value,
        fmt::format("a value is {:.6g}, but must be at most 1 in size: the log-scale of the "
                    "row has to carry the rest",
                    largest),
        place);
    ledger.holds(scale_check,
                 std::all_of(segment.log_scale.begin(), segment.log_scale.end(),
                             [](double scale) { return std::isfinite(scale); }),
                 "a log-scale is not finite", place);
    ledger.holds(scale_check, segment.sign == 1.0 || segment.sign == -1.0,
                 fmt::format("a sign is {}, but must be 1 or -1", segment.sign), place);
  }
}

// Σ_f signature φ_f(q) ϕ_f(k) and Σ|φϕ|, relative to exp(q·k).
struct FlatEstimate {
  double value = 0.0;
  double size = 0.0;
};

FlatEstimate flat_estimate(const FlatFeatures& queries, const FlatFeatures& keys, Pair pair,
                           double exact) {
  const std::span<const double> query = queries.values.row(pair.query);
  const std::span<const double> key = keys.values.row(pair.key);
  const double scale = std::exp(queries.log_scale[static_cast<std::size_t>(pair.query)] +
                                keys.log_scale[static_cast<std::size_t>(pair.key)] - exact);
  FlatEstimate sum;
  for (std::size_t f = 0; f < query.size(); ++f) {
    const double term = scale * queries.signature[f] * query[f] * key[f];
    sum.value += term;
    sum.size += std::abs(term);
  }
  return sum;
}

void check_estimate(const KernelSample& sample, const TestProblem& problem,
                    const FeatureBlock& queries, const FeatureBlock& keys, Ledger& ledger) {
  const std::vector<LogNumber> given = estimates_of(sample, problem);
  std::vector<LogNumber> induced(given.size());
  estimate_from_features(queries, keys, problem.pairs, induced);
  const FlatFeatures flat_queries = flatten(queries);
  const FlatFeatures flat_keys = flatten(keys);
  const double limit = inner_product(queries.feature_dim());
  for (std::size_t p = 0; p < given.size(); ++p) {
    const double exact = problem.exact(p);
    const FlatEstimate flat = flat_estimate(flat_queries, flat_keys, problem.pairs[p], exact);
    const std::string place = problem.place(p);
    const double estimate = given[p].over(exact);
    const auto fault = [&](double from_features) {
      return fmt::format("the estimate is {:.12g} times exp(q·k), but its features make {:.12g}",
                         estimate, from_features);
    };
    ledger.within(estimate_check, "difference over Σ|φϕ|",
                  (induced[p].over(exact) - estimate) / std::max(flat.size, 1e-300), limit,
                  fault(induced[p].over(exact)), place);
    ledger.within(flat_check, "difference over Σ|φϕ|",
                  (flat.value - estimate) / std::max(flat.size, 1e-300), limit, fault(flat.value),
                  place);
  }
}

}  // namespace

void check_features(KernelSubject& subject, Ledger& ledger) {
  if (!subject.has_features()) {
    for (const auto check : {shape_check, scale_check, estimate_check, flat_check})
      ledger.not_applicable(check, "no features");
    return;
  }
  for (const Index dim : subject.feature_dims())
    for (const double largest : {0.5, 3.0}) {
      const TestProblem problem = cloud_problem(dim, largest);
      const auto prepared = subject.method().prepare(problem.problem());
      const auto sample = prepared->draw(subject.stream("features"));
      const FeatureBlock queries = features_of(*sample, Side::query, problem.queries);
      const FeatureBlock keys = features_of(*sample, Side::key, problem.keys);
      const Index feature_dim = subject.method().cost(dim).feature_dim;
      for (const FeatureBlock* block : {&queries, &keys}) {
        check_shapes(*block, problem, feature_dim, ledger);
        check_scales(*block, trial_place(problem, 0), ledger);
      }
      check_estimate(*sample, problem, queries, keys, ledger);
    }
}

}  // namespace kapprox
