// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/kernel_trial.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include "base/text.hpp"
#include "study/kinds/kernel_measures.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// The rows of `matrix` that occur in `rows`, in its order; `rows` then counts in the result.
Matrix used_rows(const Matrix& matrix, std::vector<Index>& rows) {
  std::vector<Index> place(static_cast<std::size_t>(matrix.rows()), -1);
  for (const Index row : rows) place[static_cast<std::size_t>(row)] = 0;
  Index count = 0;
  for (Index& at : place)
    if (at == 0) at = count++;
  Matrix result(count, matrix.cols());
  for (Index row = 0; row < matrix.rows(); ++row) {
    const Index at = place[static_cast<std::size_t>(row)];
    if (at < 0) continue;
    const std::span<const double> from = matrix.row(row);
    std::copy(from.begin(), from.end(), result.row(at).begin());
  }
  for (Index& row : rows) row = place[static_cast<std::size_t>(row)];
  return result;
}

// estimate/exact. Features have size ≤ 1 and those below 1e-308 are lost, so a sum below 1e-290 has
// lost digits: no number where it would count, at e^640 times the exact kernel and beyond. A number
// without a scale comes from no features and is taken as it is.
double relative_estimate(const LogNumber& estimate, double log_exact) {
  const double shift = estimate.log_scale - log_exact;
  const bool scaled = estimate.log_scale != 0.0;
  if (scaled && std::abs(estimate.value) < 1e-290 && shift > 640.0) return no_number;
  if (shift < 700.0) return estimate.over(log_exact);
  return estimate.value * std::exp(shift / 2.0) * std::exp(shift / 2.0);
}

std::string why_not_finite(const LogNumber& estimate, double relative, double log_exact) {
  if (!std::isfinite(estimate.value) || !std::isfinite(estimate.log_scale))
    return fmt::format(
        "the estimate is {}, but must be finite; tell the author of the method, whose fault it is",
        shortest(estimate.value * std::exp(estimate.log_scale)));
  if (std::isnan(relative))
    return "products of query and key features lie below the range of double, but must be above "
           "1e-290; use shorter vectors or fewer directions";
  return fmt::format(
      "estimate/exact is {}: the estimate is e^{:.0f} times the exact kernel in size, but must be "
      "below e^709, where double ends; use shorter vectors or another method",
      shortest(relative), estimate.log_abs() - log_exact);
}

}  // namespace

KernelReference::KernelReference(const OrderedProblem& problem) {
  for (const OrderedCase& one : problem.cases)
    log_exact_.push_back(dot(problem.queries.row(one.pair.query), problem.keys.row(one.pair.key)));
}

std::vector<double> KernelReference::facts(Index place) const {
  return {log_exact(place), exact_or_nan(log_exact(place))};
}

PreparedSlot prepare_slot(const KernelMethod& method, const Problem& problem) {
  PreparedSlot slot;
  slot.thrown = caught([&] {
    slot.prepared = method.prepare(problem);
    if (!slot.prepared) throw Error("prepare returned nothing");
  });
  return slot;
}

PairSet::PairSet(std::vector<OrderedCase> chosen, const Coordinates& coordinates,
                 const KernelReference& reference)
    : CaseSet(std::move(chosen)) {
  std::vector<Index> query_rows;
  std::vector<Index> key_rows;
  for (const OrderedCase& one : cases) {
    query_rows.push_back(one.pair.query);
    key_rows.push_back(one.pair.key);
    log_exact.push_back(reference.log_exact(one.place));
  }
  queries = used_rows(coordinates.queries, query_rows);
  keys = used_rows(coordinates.keys, key_rows);
  for (std::size_t c = 0; c < cases.size(); ++c) pairs.push_back({query_rows[c], key_rows[c]});
}

KernelTask::KernelTask(const KernelMethod& method, const Coordinates& coordinates,
                       const KernelReference& reference, const Stream& address)
    : problem_(coordinates.problem()),
      reference_(reference),
      address_(address),
      slot_(prepare_slot(method, problem_)) {}

void KernelTask::run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const {
  if (slot_.thrown) std::rethrow_exception(slot_.thrown);
  const auto& pairs = static_cast<const PairSet&>(set);
  const Stream stream = address_.trial(static_cast<std::uint64_t>(trial));
  const std::unique_ptr<const KernelSample> sample = slot_.prepared->draw(stream);
  if (!sample) throw Error("draw returned nothing");
  std::vector<LogNumber> estimates(pairs.pairs.size());
  sample->estimate(pairs.queries, pairs.keys, pairs.pairs, estimates);
  for (std::size_t c = 0; c < estimates.size(); ++c) {
    const double relative = relative_estimate(estimates[c], pairs.log_exact[c]);
    outcomes.kept[c] = relative;
    outcomes.scalars(static_cast<Index>(c), 0) = relative - 1.0;
    if (!std::isfinite(relative))
      outcomes.faults[c].words = why_not_finite(estimates[c], relative, pairs.log_exact[c]);
  }
}

PointTheory KernelTask::theory(const OrderedCase& one) const {
  if (!slot_.prepared) return {};
  const std::optional<Theory> theory = known_theory(*slot_.prepared, problem_, one.pair);
  return theory ? relative_theory(*theory, reference_.log_exact(one.place)) : PointTheory{};
}

std::optional<Theory> known_theory(const PreparedKernel& prepared, const Problem& problem,
                                   const Pair& pair) {
  std::optional<Theory> theory;
  const std::exception_ptr thrown = caught([&] {
    theory = prepared.theory(problem.queries.row(pair.query), problem.keys.row(pair.key));
  });
  return thrown ? std::nullopt : theory;
}

PointTheory relative_theory(const Theory& theory, double log_exact) {
  PointTheory result;
  result.known = true;
  result.bias = theory.mean.over(log_exact) - 1.0;
  result.variance = theory.variance.over(2.0 * log_exact);
  result.note = theory.note;
  if (theory.fourth) {
    const LogNumber squared = theory.variance * theory.variance;
    result.kurtosis = theory.fourth->value / squared.value *
                      std::exp(theory.fourth->log_scale - squared.log_scale);
    result.kurtosis_is_exact = theory.fourth_is_exact;
  }
  return result;
}

}  // namespace kapprox
