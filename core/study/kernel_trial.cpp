// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kernel_trial.hpp"

#include <kapprox/error.hpp>

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// Runs `body`; returns what it threw as text, or "". Want of memory ends the run: it is a matter of
// the machine, and recorded as a failed trial it would stay in the file.
template <class Body>
std::string caught(const Body& body) {
  try {
    body();
    return "";
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "the method threw something that is no std::exception";
  }
}

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

std::optional<Theory> known_theory(const KernelTask& task, const OrderedCase& one) {
  if (!task.slot->prepared) return std::nullopt;
  try {
    return task.slot->prepared->theory(task.problem.queries.row(one.pair.query),
                                       task.problem.keys.row(one.pair.key));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

PreparedSlot prepare_slot(const KernelMethod& method, const Problem& problem) {
  PreparedSlot slot;
  slot.error = caught([&] { slot.prepared = method.prepare(problem); });
  if (!slot.prepared && slot.error.empty()) slot.error = "prepare returned nothing";
  return slot;
}

CaseSet::CaseSet(std::vector<OrderedCase> chosen, const Coordinates& coordinates)
    : cases(std::move(chosen)) {
  std::vector<Index> query_rows;
  std::vector<Index> key_rows;
  for (const OrderedCase& one : cases) {
    query_rows.push_back(one.pair.query);
    key_rows.push_back(one.pair.key);
  }
  queries = used_rows(coordinates.queries, query_rows);
  keys = used_rows(coordinates.keys, key_rows);
  for (std::size_t c = 0; c < cases.size(); ++c) pairs.push_back({query_rows[c], key_rows[c]});
}

void evaluate_trial(const KernelTask& task, std::int64_t trial, std::span<LogNumber> estimates) {
  if (!task.slot->prepared) throw Error(task.slot->error);
  const Stream stream = task.address.trial(static_cast<std::uint64_t>(trial));
  const std::unique_ptr<const KernelSample> sample = task.slot->prepared->draw(stream);
  if (!sample) throw Error("draw returned nothing");
  sample->estimate(task.set->queries, task.set->keys, task.set->pairs, estimates);
}

std::vector<CaseChunk> run_trials(const KernelTask& task, std::int64_t first, std::int64_t last,
                                  std::int64_t keep) {
  std::vector<CaseChunk> chunks(task.set->cases.size());
  std::vector<LogNumber> estimates(chunks.size());
  for (std::int64_t trial = first; trial < last; ++trial) {
    const std::string error = caught([&] { evaluate_trial(task, trial, estimates); });
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      CaseChunk& chunk = chunks[c];
      const double log_exact = task.set->cases[c].log_exact;
      const double relative =
          error.empty() ? relative_estimate(estimates[c], log_exact) : no_number;
      const bool finite = std::isfinite(relative);
      if (trial < keep) chunk.draws.push_back(finite ? relative : no_number);
      if (finite) {
        chunk.tally.moments.add(relative - 1.0);
        continue;
      }
      ++chunk.tally.failed;
      if (chunk.first_failure.trial >= 0) continue;
      const std::string what =
          error.empty() ? why_not_finite(estimates[c], relative, log_exact) : error;
      chunk.first_failure = {
          trial, fmt::format("trial {}: {}; address {}, trial={}", trial, what, task.name, trial)};
    }
  }
  return chunks;
}

PointTheory theory_of(const KernelTask& task, const OrderedCase& one) {
  PointTheory result;
  const std::optional<Theory> theory = known_theory(task, one);
  if (!theory) return result;
  result.known = true;
  result.bias = theory->mean.over(one.log_exact) - 1.0;
  result.variance = theory->variance.over(2.0 * one.log_exact);
  result.note = theory->note;
  if (theory->fourth) {
    const LogNumber squared = theory->variance * theory->variance;
    result.kurtosis = theory->fourth->value / squared.value *
                      std::exp(theory->fourth->log_scale - squared.log_scale);
    result.kurtosis_is_exact = theory->fourth_is_exact;
  }
  return result;
}

}  // namespace kapprox
