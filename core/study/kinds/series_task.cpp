// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/series_task.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

ExactRow exact_row(std::span<const double> logits) {
  const auto n = static_cast<double>(logits.size());
  const double largest = max_value(logits);
  ExactRow row;
  row.weights.resize(logits.size());
  const double mass = exp_and_sum(logits, largest, row.weights);
  for (double& weight : row.weights) weight /= mass;
  row.log_sum_exp = largest + std::log(mass);
  row.spread = largest - *std::min_element(logits.begin(), logits.end());

  double sum = 0.0;  // of differences to the largest: a common shift costs no digits
  for (const double x : logits) sum += x - largest;
  const double mean = sum / n;
  double squares = 0.0;
  double distance = 0.0;
  for (std::size_t j = 0; j < logits.size(); ++j) {
    const double y = (logits[j] - largest) - mean;
    squares += y * y;
    distance += std::abs(1.0 / n - row.weights[j]);
  }
  row.deviation = std::sqrt(squares / n);
  row.uniform_error = 0.5 * distance;
  row.uniform_log_sum_exp_error = std::log(n) + mean - std::log(mass);
  return row;
}

// What one trial gives, in the order of series_scalar_names().
struct SeriesErrors {
  double log_sum_exp = 0.0;
  double log_sum_exp_error = 0.0;  // method − exact
  double weight_error = 0.0;       // ½ Σ |w − exact|
  double negative_mass = 0.0;      // Σ max(−w, 0)
  double row_sum_defect = 0.0;     // Σ w − 1
  double beyond_radius = 0.0;  // 1: spread ≥ what the method's series is sure to converge below
};

// Throws Error where the method gives a number that is not finite, and what the method throws.
SeriesErrors series_errors(const SoftmaxMethod& method, std::span<const double> logits,
                           const ExactRow& exact) {
  std::vector<double> weights(logits.size());
  SeriesErrors errors;
  errors.log_sum_exp = method.weights(logits, weights);
  double distance = 0.0;
  double sum = 0.0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const double w = weights[j];
    if (!std::isfinite(w))
      throw Error(fmt::format("weight {} of {} is {}, but must be finite", j, weights.size(), w));
    distance += std::abs(w - exact.weights[j]);
    errors.negative_mass += std::max(-w, 0.0);
    sum += w;
  }
  errors.log_sum_exp_error = errors.log_sum_exp - exact.log_sum_exp;
  errors.weight_error = 0.5 * distance;
  errors.row_sum_defect = sum - 1.0;
  errors.beyond_radius = exact.spread >= method.claims().converges_below ? 1.0 : 0.0;
  if (!std::isfinite(errors.log_sum_exp_error))
    throw Error(
        fmt::format("the log-sum-exp is {}, but must be finite, and its difference to {} too",
                    errors.log_sum_exp, exact.log_sum_exp));
  if (!std::isfinite(errors.weight_error) || !std::isfinite(errors.negative_mass) ||
      !std::isfinite(errors.row_sum_defect))
    throw Error("sums of the weights leave the range of double, but must stay within it");
  return errors;
}

}  // namespace

const std::vector<std::string>& series_scalar_names() {
  static const std::vector<std::string> names = {"log_sum_exp",    "log_sum_exp_error",
                                                 "weight_error",   "negative_mass",
                                                 "row_sum_defect", "beyond_radius"};
  return names;
}

SeriesReference::SeriesReference(const OrderedProblem& problem) {
  rows_.reserve(problem.cases.size());
  for (const OrderedCase& one : problem.cases)
    rows_.push_back(exact_row(problem.queries.row(one.pair.query)));
}

std::vector<double> SeriesReference::facts(Index place) const {
  const ExactRow& exact = row(place);
  return {exact.log_sum_exp, exact.spread, exact.deviation, exact.uniform_error,
          exact.uniform_log_sum_exp_error};
}

void SeriesTask::run_trial(const CaseSet& set, std::int64_t, Outcomes& outcomes) const {
  for (std::size_t c = 0; c < set.cases.size(); ++c) {
    const std::exception_ptr thrown = caught([&] {
      const OrderedCase& one = set.cases[c];
      const SeriesErrors e =
          series_errors(method_, problem_.queries.row(one.pair.query), reference_.row(one.place));
      const std::vector<double> values = {e.log_sum_exp,   e.log_sum_exp_error, e.weight_error,
                                          e.negative_mass, e.row_sum_defect,    e.beyond_radius};
      std::copy(values.begin(), values.end(), outcomes.scalars.row(static_cast<Index>(c)).begin());
      outcomes.kept[c] = e.log_sum_exp_error;
    });
    if (thrown) outcomes.faults[c].thrown = thrown;
  }
}

// Rows have addresses of their own: a problem holds many.
std::string SeriesTask::trial_words(const OrderedCase& one, std::int64_t) const {
  return fmt::format(", row {}", one.source->key_text);
}

}  // namespace kapprox
