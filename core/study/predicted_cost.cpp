// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A stop watch around the engine's own trials; nothing here enters a results file.
#include "study/predicted_cost.hpp"

#include "numeric/threads.hpp"
#include "study/ground.hpp"
#include "study/schedule.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace kapprox {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Seconds of one trial on all cases: the least of some, because the first also pay for fresh
// memory.
struct TimedTrials {
  double least = std::numeric_limits<double>::infinity();
  bool failed = false;  // one of them, at one case at least
};

TimedTrials time_trials(const StudyKind& kind, const Task& task, const CaseSet& set,
                        double budget) {
  TimedTrials timed;
  const Clock::time_point begin = Clock::now();
  for (std::int64_t trial = 0; trial == 0 || seconds_since(begin) < budget; ++trial) {
    const Clock::time_point before = Clock::now();
    const std::vector<CaseChunk> chunks =
        run_trials(task, set, kind.scalars().size(), trial, trial + 1, trial + 1, "");
    double seconds = kind.measures_time() ? 0.0 : seconds_since(before);
    for (const CaseChunk& chunk : chunks) {
      timed.failed = timed.failed || chunk.tally.failed > 0;
      if (kind.measures_time())
        seconds += chunk.kept.front();  // of one call: it repeats short ones
    }
    timed.least = std::min(timed.least, seconds);
  }
  return timed;
}

Matrix first_rows(const Matrix& matrix, Index rows) {
  Matrix result(std::min(rows, matrix.rows()), matrix.cols());
  for (Index i = 0; i < result.rows(); ++i) {
    const std::span<const double> from = matrix.row(i);
    std::copy(from.begin(), from.end(), result.row(i).begin());
  }
  return result;
}

// A whole problem cut to so many rows, with all of its masks.
InputProblem first_rows(const InputProblem& problem, Index rows) {
  InputProblem cut;
  cut.key = problem.key;
  cut.queries = first_rows(problem.queries, rows);
  cut.keys = first_rows(problem.keys, rows);
  cut.values = first_rows(problem.values, rows);
  cut.ambient_dim = problem.ambient_dim;
  cut.logit_scale = problem.logit_scale;
  cut.where = problem.where;
  for (const Case& one : problem.cases) {
    Case& own = cut.cases.emplace_back(one);
    if (!own.mask.keys.empty()) own.mask.keys.resize(static_cast<std::size_t>(cut.keys.rows()));
  }
  return cut;
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
// is not begun, and of exact answers, which are plain loops.
constexpr double rate_unseen = 1e-8;
constexpr double exact_rate_unseen = 1e-9;
constexpr double most_overrun = 5.0;

// Of a problem that is cut: enough for the speed of a long one, in a small part of the time.
constexpr Index most_first_rows = 1024;
constexpr Index least_first_rows = 32;
constexpr double share_of_first_rows = 0.1;
constexpr int rounds_of_first_rows =
    3;  // the least counts: long answers are not disturbed as short

class Predictor {
 public:
  Predictor(const Plan& plan, double timing_seconds)
      : plan_(plan), timing_seconds_(timing_seconds), rates_(plan.configs.size()) {}

  PredictedCost run() {
    order_by_work();
    begin_ = Clock::now();
    for (const InputProblem& problem : plan_.problems) add(problem);
    return total_;
  }

 private:
  // Seconds that something may take without all of it taking too long.
  double room() const { return most_overrun * timing_seconds_ - seconds_since(begin_); }
  double exact_work(const InputProblem& problem) const {
    return plan_.kind->reference_work(shape_of(problem), static_cast<Index>(problem.cases.size()));
  }
  double exact_rate() const { return exact_rate_ > 0.0 ? exact_rate_ : exact_rate_unseen; }
  double rate_of(std::size_t config) const {
    if (rates_[config] > 0.0) return rates_[config];
    return slowest_ > 0.0 ? slowest_ : rate_unseen;
  }

  // The configs, those of least work first: they say most about the others for the least time.
  void order_by_work() {
    order_.resize(plan_.configs.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::vector<double> work;
    Whole first(plan_, plan_.problems.front());
    for (const Config& config : plan_.configs) work.push_back(first.work(config));
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return work[a] < work[b]; });
  }

  void add(const InputProblem& problem) {
    const double work = exact_work(problem);
    Whole whole(plan_, problem);
    const bool is_first = &problem == &plan_.problems.front();  // later ones go by its speed
    if (is_first && !looks_short(whole, work)) time_first_rows(problem);
    if (exact_rate() * work < room()) {
      const double seconds = time_exact(whole);
      if (work > 0.0) exact_rate_ = seconds / work;
      total_.exact_seconds += seconds;
      time_configs(whole, false);
    } else {
      total_.exact_seconds += exact_rate() * work;
    }
    for (std::size_t c = 0; c < plan_.configs.size(); ++c) {
      const auto trials = static_cast<double>(trials_needed(plan_, plan_.configs[c]));
      total_.trials += trials;
      const double least =
          plan_.kind->least_trial_seconds() * static_cast<double>(problem.cases.size());
      total_.seconds += trials * std::max(least, rate_of(c) * whole.work(plan_.configs[c]));
    }
  }

  // Whether the exact answers and a trial of each config look like fitting.
  bool looks_short(Whole& whole, double work) const {
    double longest = exact_rate() * work;
    for (std::size_t c = 0; c < plan_.configs.size(); ++c)
      longest = std::max(longest, rate_of(c) * whole.work(plan_.configs[c]));
    return longest < room();
  }

  // Pairs of a kernel study are no part of their problem's rows, and cost what they cost.
  void time_first_rows(const InputProblem& problem) {
    if (plan_.kind->case_unit() != CaseUnit::problem) return;
    Index rows = most_first_rows;
    InputProblem cut = first_rows(problem, rows);
    while (rows > least_first_rows &&
           exact_rate() * exact_work(cut) > share_of_first_rows * timing_seconds_)
      cut = first_rows(problem, rows /= 2);
    Whole whole(plan_, cut);
    double least = time_exact(whole);
    for (int again = 1; again < rounds_of_first_rows; ++again) {
      const Clock::time_point before = Clock::now();
      plan_.kind->reference(whole.ground().ordered());
      least = std::min(least, seconds_since(before));
    }
    exact_rate_ = least / exact_work(cut);
    time_configs(whole, true);
  }

  // Seconds of the exact answers, which are made once for all configs.
  static double time_exact(const Whole& whole) {
    const Clock::time_point before = Clock::now();
    whole.ground().reference();
    return seconds_since(before);
  }

  // A method that fails on the first rows may do its work on all of them: that is no time of it.
  void time_configs(Whole& whole, bool is_cut) {
    const InputProblem& problem = *whole.ground().ordered().source;
    const auto units = static_cast<double>(plan_.configs.size() * plan_.problems.size());
    for (const std::size_t c : order_) {
      const Config& config = plan_.configs[c];
      const double work = whole.work(config);
      const bool is_over = seconds_since(begin_) > timing_seconds_;
      if ((rates_[c] > 0.0 && is_over) || rate_of(c) * work >= room()) continue;
      const auto task =
          plan_.kind->prepare(config.method(), whole.ground(), is_reduced(plan_, config),
                              draw_address(plan_.study.seed, problem));
      const TimedTrials timed = time_alone(*task, whole.cases(config), timing_seconds_ / units);
      if (is_cut && timed.failed) continue;
      if (rates_[c] == 0.0) ++total_.timed;
      rates_[c] = timed.least / work;
      slowest_ = std::max(slowest_, rates_[c]);
    }
  }

  // On one thread, as beside other trials; a trial that is a time has all of them.
  TimedTrials time_alone(const Task& task, const CaseSet& set, double budget) const {
    if (plan_.kind->measures_time()) return time_trials(*plan_.kind, task, set, budget);
    const OneThread one;
    return time_trials(*plan_.kind, task, set, budget);
  }

  const Plan& plan_;
  double timing_seconds_;
  std::vector<std::size_t> order_;
  std::vector<double> rates_;  // seconds per multiply-add of each config; 0: not timed
  double slowest_ = 0.0;
  double exact_rate_ = 0.0;
  Clock::time_point begin_;
  PredictedCost total_;
};

}  // namespace

PredictedCost predict_cost(const Plan& plan, double timing_seconds) {
  return Predictor(plan, timing_seconds).run();
}

}  // namespace kapprox
