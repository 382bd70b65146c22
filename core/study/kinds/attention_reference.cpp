// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/attention_reference.hpp"

#include "study/kinds/output_errors.hpp"
#include "study/kinds/weight_measures.hpp"

#include <kapprox/exact_attention.hpp>
#include <kapprox/visible_keys.hpp>

#include <cmath>
#include <limits>

namespace kapprox {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

AttentionReference::Exact exact_at(const Problem& problem, const Mask& mask) {
  AttentionReference::Exact exact;
  exact.rows = exact_attention(problem, mask).rows;
  exact.norm = std::sqrt(frobenius_product(exact.rows, exact.rows));
  exact.average_error = std::sqrt(output_errors(average_values(problem, mask), exact.rows).squared);
  exact.uniform_distance = exact.effective_keys = unknown;
  if (!has_few_weights(problem)) return exact;
  const Matrix weights = exact_weights(problem, mask);
  const WeightMeasures measures = weight_measures(weights, weights, mask);
  exact.uniform_distance = measures.uniform_distance;
  exact.effective_keys = measures.effective_keys;
  return exact;
}

}  // namespace

bool has_few_weights(const Problem& problem) {
  return problem.queries.rows <= most_weights / problem.keys.rows;
}

AttentionReference::AttentionReference(const OrderedProblem& problem) {
  const Problem full{problem.queries, problem.keys, problem.values, problem.source->ambient_dim};
  for (const OrderedCase& one : problem.cases) exact_.push_back(exact_at(full, one.source->mask));
}

std::vector<double> AttentionReference::facts(Index place) const {
  const Exact& exact = at(place);
  return {exact.norm, exact.average_error, exact.uniform_distance, exact.effective_keys};
}

const std::vector<ColumnText>& AttentionReference::texts() {
  static const std::vector<ColumnText> texts = {
      {"exact_norm", "norm of exact attention", "‖o‖, Frobenius, of the exact output"},
      {"average_error", "relative error of averaging the values",
       "‖mean of the values a row may see − o‖ / ‖o‖: the baseline"},
      {"exact_uniform_distance", "distance of exact rows to uniform",
       "mean over rows of the total variation between exact and uniform weights; NaN above 2^24 "
       "pairs of query and key"},
      {"exact_effective_keys", "effective keys of exact rows",
       "mean over rows of 1/Σ a², a the exact weights; NaN likewise"}};
  return texts;
}

Matrix average_values(const Problem& problem, const Mask& mask) {
  Matrix means(problem.queries.rows, problem.values.cols);
  VisibleKeys(problem, mask).mean_values(means);
  return means;
}

}  // namespace kapprox
