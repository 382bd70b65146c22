// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A stop watch around the engine's own trials; nothing here enters a results file.
#include "study/predicted_cost.hpp"

#include "study/kernel_trial.hpp"
#include "study/schedule.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>

namespace kapprox {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Seconds of one trial on all cases: the least of some, because the first also pay for fresh
// memory.
double time_trial(const KernelTask& task, double budget) {
  double least = std::numeric_limits<double>::infinity();
  const Clock::time_point begin = Clock::now();
  for (std::int64_t trial = 0; trial == 0 || seconds_since(begin) < budget; ++trial) {
    const Clock::time_point before = Clock::now();
    run_trials(task, trial, trial + 1, 0);
    least = std::min(least, seconds_since(before));
  }
  return least;
}

// Rows that some case uses: the others are never mapped.
double used_rows(const InputProblem& problem) {
  std::set<Index> queries;
  std::set<Index> keys;
  for (const Case& one : problem.cases) {
    queries.insert(one.query);
    keys.insert(one.key);
  }
  return static_cast<double>(queries.size() + keys.size());
}

// Multiply-adds of one trial, to scale from one problem to another of the same config.
double work_of(const Config& config, const InputProblem& problem, double rows) {
  const Cost cost = config.kernel().cost(problem.ambient_dim);
  return rows * (1.0 + cost.multiply_adds_per_token) +
         static_cast<double>(problem.cases.size()) * (1.0 + static_cast<double>(cost.feature_dim));
}

}  // namespace

PredictedCost predict_cost(const Plan& plan, double timing_seconds) {
  PredictedCost total;
  const auto units = static_cast<double>(plan.configs.size() * plan.problems.size());
  std::vector<double> rates(plan.configs.size());  // seconds per multiply-add; 0: not timed
  const Clock::time_point begin = Clock::now();
  for (const InputProblem& problem : plan.problems) {
    const OrderedProblem ordered = order_problem(problem, 0);
    const double rows = used_rows(problem);
    for (std::size_t c = 0; c < plan.configs.size(); ++c) {
      const Config& config = plan.configs[c];
      const double work = work_of(config, problem, rows);
      const auto trials = static_cast<double>(trials_needed(plan, config));
      if (rates[c] == 0.0 || seconds_since(begin) < timing_seconds) {
        const bool reduced = plan.study.reduce && config.kernel().claims().rotation_invariant;
        const Coordinates coordinates = coordinates_of(ordered, reduced);
        const CaseSet all(ordered.cases, coordinates);
        const PreparedSlot slot = prepare_slot(config.kernel(), coordinates.problem());
        const KernelTask task{&slot, coordinates.problem(), draw_address(plan.study.seed, problem),
                              "", &all};
        rates[c] = time_trial(task, timing_seconds / units) / work;
      }
      total.trials += trials;
      total.seconds += trials * rates[c] * work;
    }
  }
  return total;
}

}  // namespace kapprox
