// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kernel_trial.hpp"

#include <kapprox/error.hpp>

#include "base/text.hpp"

#include <cmath>
#include <exception>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// Runs `body`; returns what it threw as text, or "".
template <class Body>
std::string caught(const Body& body) {
  try {
    body();
    return "";
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "the method threw something that is no std::exception";
  }
}

std::optional<Theory> known_theory(const KernelTask& task, const OrderedCase& one) {
  if (!task.slot->prepared) return std::nullopt;
  try {
    return task.slot->prepared->theory(task.problem.queries.row(one.pair.query),
                                       task.problem.keys.row(one.pair.key));
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

CaseSet::CaseSet(std::vector<OrderedCase> chosen) : cases(std::move(chosen)) {
  pairs.reserve(cases.size());
  for (const OrderedCase& one : cases) pairs.push_back(one.pair);
}

void evaluate_trial(const KernelTask& task, std::int64_t trial, std::span<LogNumber> estimates) {
  if (!task.slot->prepared) throw Error(task.slot->error);
  const Stream stream = task.address.trial(static_cast<std::uint64_t>(trial));
  const std::unique_ptr<const KernelSample> sample = task.slot->prepared->draw(stream);
  if (!sample) throw Error("draw returned nothing");
  sample->estimate(task.problem.queries, task.problem.keys, task.set->pairs, estimates);
}

std::vector<CaseChunk> run_trials(const KernelTask& task, std::int64_t first, std::int64_t last,
                                  std::int64_t keep) {
  std::vector<CaseChunk> chunks(task.set->cases.size());
  std::vector<LogNumber> estimates(chunks.size());
  for (std::int64_t trial = first; trial < last; ++trial) {
    const std::string error = caught([&] { evaluate_trial(task, trial, estimates); });
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      CaseChunk& chunk = chunks[c];
      const double relative =
          error.empty() ? estimates[c].over(task.set->cases[c].log_exact) : no_number;
      const bool finite = std::isfinite(relative);
      if (trial < keep) chunk.draws.push_back(finite ? relative : no_number);
      if (finite) {
        chunk.tally.moments.add(relative - 1.0);
        continue;
      }
      ++chunk.tally.failed;
      if (chunk.first_failure.trial >= 0) continue;
      const std::string what =
          error.empty()
              ? fmt::format("estimate/exact is {}, but must be finite", shortest(relative))
              : error;
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
  if (theory->fourth) {
    const LogNumber squared = theory->variance * theory->variance;
    result.kurtosis = theory->fourth->value / squared.value *
                      std::exp(theory->fourth->log_scale - squared.log_scale);
    result.kurtosis_is_exact = theory->fourth_is_exact;
  }
  return result;
}

}  // namespace kapprox
