// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Runs the units of a schedule and folds what they return into the points, chunk after chunk: a
// chunk that ends early waits for those before it. work() is called by many threads at once,
// finished() by one at a time.
#pragma once

#include "study/schedule.hpp"

#include <map>
#include <mutex>

namespace kapprox {

// All that a run changes, config-major; `seconds` is config-major over problems.
struct RunState {
  std::vector<PointState> points;
  std::vector<double> draws;  // points × keep, NaN where not drawn or failed
  std::vector<double> seconds;
};

class UnitRunner {
 public:
  UnitRunner(const Plan& plan, const Schedule& schedule, RunState& state);

  void work(Index unit);
  void finished(Index unit);

  std::int64_t done_units() const { return done_units_; }
  double done_work() const { return done_work_; }

 private:
  // What is prepared once per (config, problem), from its first unit to its last.
  struct Slot {
    std::once_flag once;
    std::unique_ptr<const Task> task;
    std::vector<PointTheory> theory;  // by place in the ordered problem
    Index units_left = 0;
  };
  struct Result {
    std::vector<CaseChunk> chunks;
    double seconds = 0.0;
  };
  using Waiting = std::map<std::int64_t, std::vector<CaseChunk>>;  // of one batch, by chunk

  void prepare(const Batch& batch, Slot& slot);
  PointState& point(const Batch& batch, const OrderedCase& one) const;
  void fold(const Unit& unit, const std::vector<CaseChunk>& chunks);
  void keep_theory(const Batch& batch, const Slot& slot);

  const Plan& plan_;
  const Schedule& schedule_;
  RunState& state_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Result> results_;
  std::vector<Waiting> waiting_;
  std::vector<std::int64_t> next_chunk_;
  std::int64_t done_units_ = 0;
  double done_work_ = 0.0;
};

}  // namespace kapprox
