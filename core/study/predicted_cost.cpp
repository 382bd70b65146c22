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
#include <numeric>
#include <set>
#include <vector>

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

// Seconds per multiply-add before anything was timed: of the slow methods, so that a trial of hours
// is not begun.
constexpr double rate_unseen = 1e-8;
constexpr double most_overrun = 5.0;

// The configs, those of least work first: they say most about the others for the least time.
std::vector<std::size_t> by_work(const Plan& plan) {
  std::vector<std::size_t> order(plan.configs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> work;
  for (const Config& config : plan.configs)
    work.push_back(work_of(config, plan.problems.front(), used_rows(plan.problems.front())));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return work[a] < work[b]; });
  return order;
}

}  // namespace

PredictedCost predict_cost(const Plan& plan, double timing_seconds) {
  PredictedCost total;
  const auto units = static_cast<double>(plan.configs.size() * plan.problems.size());
  std::vector<double> rates(plan.configs.size());  // seconds per multiply-add; 0: not timed
  double slowest = 0.0;
  const std::vector<std::size_t> order = by_work(plan);
  const Clock::time_point begin = Clock::now();
  for (const InputProblem& problem : plan.problems) {
    const OrderedProblem ordered = order_problem(problem, 0);
    const double rows = used_rows(problem);
    for (const std::size_t c : order) {
      const Config& config = plan.configs[c];
      const double work = work_of(config, problem, rows);
      const auto trials = static_cast<double>(trials_needed(plan, config));
      const double expected = slowest > 0.0 ? slowest : rate_unseen;
      const bool is_timed =
          rates[c] == 0.0 ? expected * work < most_overrun * timing_seconds - seconds_since(begin)
                          : seconds_since(begin) < timing_seconds;
      if (is_timed) {
        const bool reduced = plan.study.reduce && config.kernel().claims().rotation_invariant;
        const Coordinates coordinates = coordinates_of(ordered, reduced);
        const CaseSet all(ordered.cases, coordinates);
        const PreparedSlot slot = prepare_slot(config.kernel(), coordinates.problem());
        const KernelTask task{&slot, coordinates.problem(), draw_address(plan.study.seed, problem),
                              "", &all};
        if (rates[c] == 0.0) ++total.timed;
        rates[c] = time_trial(task, timing_seconds / units) / work;
        slowest = std::max(slowest, rates[c]);
      }
      total.trials += trials;
      total.seconds += trials * (rates[c] > 0.0 ? rates[c] : expected) * work;
    }
  }
  return total;
}

}  // namespace kapprox
