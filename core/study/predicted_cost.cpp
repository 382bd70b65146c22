// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A stop watch around the engine's own trials; nothing here enters a results file.
#include "study/predicted_cost.hpp"

#include "study/ground.hpp"
#include "study/schedule.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace kapprox {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Seconds of one trial on all cases: the least of some, because the first also pay for fresh
// memory.
double time_trial(const StudyKind& kind, const Task& task, const CaseSet& set, double budget) {
  double least = std::numeric_limits<double>::infinity();
  const Clock::time_point begin = Clock::now();
  for (std::int64_t trial = 0; trial == 0 || seconds_since(begin) < budget; ++trial) {
    const Clock::time_point before = Clock::now();
    run_trials(task, set, kind.scalars().size(), trial, trial + 1, 0, "");
    least = std::min(least, seconds_since(before));
  }
  return least;
}

// A problem with all of its cases as one set, with and without reduction.
class Whole {
 public:
  Whole(const Plan& plan, const InputProblem& problem)
      : plan_(plan), ground_(*plan.kind, problem, 0) {}

  const Ground& ground() const { return ground_; }
  const CaseSet& cases(const Config& config) {
    const bool reduced = is_reduced(plan_, config);
    std::shared_ptr<const CaseSet>& set = sets_[reduced ? 1 : 0];
    if (!set) set = plan_.kind->case_set(ground_.ordered().cases, ground_, reduced);
    return *set;
  }
  // Multiply-adds of one trial, to scale from one problem to another of the same config.
  double work(const Config& config) {
    const MethodCost cost = plan_.kind->cost(config.method(), shape_of(*ground_.ordered().source));
    return plan_.kind->trial_work(cost, cases(config));
  }

 private:
  const Plan& plan_;
  Ground ground_;
  std::array<std::shared_ptr<const CaseSet>, 2> sets_;
};

// Seconds per multiply-add before anything was timed: of the slow methods, so that a trial of hours
// is not begun.
constexpr double rate_unseen = 1e-8;
constexpr double most_overrun = 5.0;

// The configs, those of least work first: they say most about the others for the least time.
std::vector<std::size_t> by_work(const Plan& plan) {
  std::vector<std::size_t> order(plan.configs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> work;
  Whole first(plan, plan.problems.front());
  for (const Config& config : plan.configs) work.push_back(first.work(config));
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
    Whole whole(plan, problem);
    for (const std::size_t c : order) {
      const Config& config = plan.configs[c];
      const double work = whole.work(config);
      const auto trials = static_cast<double>(trials_needed(plan, config));
      const double expected = slowest > 0.0 ? slowest : rate_unseen;
      const double left = timing_seconds - seconds_since(begin);
      const bool is_timed =
          rates[c] == 0.0
              ? expected * work < left + (most_overrun - 1.0) * timing_seconds
              : left > 0.0 && rates[c] * work < left + (most_overrun - 1.0) * timing_seconds;
      if (is_timed) {
        whole.ground().reference();  // exact answers are made once for all configs
        const auto task =
            plan.kind->prepare(config.method(), whole.ground(), is_reduced(plan, config),
                               draw_address(plan.study.seed, problem));
        if (rates[c] == 0.0) ++total.timed;
        rates[c] =
            time_trial(*plan.kind, *task, whole.cases(config), timing_seconds / units) / work;
        slowest = std::max(slowest, rates[c]);
      }
      total.trials += trials;
      total.seconds += trials * (rates[c] > 0.0 ? rates[c] : expected) * work;
    }
  }
  return total;
}

}  // namespace kapprox
