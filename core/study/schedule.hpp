// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What is still to do: every point that has fewer trials than the study asks for, cut into units
// (config, problem, chunk). Cases of one problem run together where they have come equally far.
#pragma once

#include "study/ground.hpp"
#include "study/plan.hpp"

#include <array>
#include <memory>

namespace kapprox {

// Trials per chunk: a power of two from the kind, the number of cases, the shape of the problem and
// D alone, never from trials, threads or timing: the same trials are always summed in the same
// groups. A unit stays far shorter than a checkpoint interval.
std::int64_t chunk_length(const StudyKind& kind, const MethodCost& cost, const ProblemShape& shape,
                          Index cases);

// One (config, problem) with some of its cases and the chunks they need.
struct Batch {
  Index config = 0;
  Index problem = 0;
  Index slot = 0;  // batches of one (config, problem) share what was prepared
  std::shared_ptr<const CaseSet> set;
  std::int64_t chunk_length = 0;
  std::int64_t first_chunk = 0;
  std::int64_t chunks = 0;
  std::int64_t trials = 0;  // wanted in all
  Index first_unit = 0;
  double work_per_trial = 0;  // multiply-adds
  bool reduced = false;
};

struct Unit {
  const Batch* batch = nullptr;
  std::int64_t chunk = 0;

  std::int64_t first_trial() const { return chunk * batch->chunk_length; }
  std::int64_t last_trial() const;  // one past the end
  bool is_complete() const { return first_trial() + batch->chunk_length == last_trial(); }
  double work() const;
};

// Trials a config needs: those of the study, or one where it is deterministic.
std::int64_t trials_needed(const Plan& plan, const Config& config);

class Schedule {
 public:
  // Points are config-major: point = config · case_count + column. New points get their chunk
  // length and generation here. `grounds` must outlive it.
  Schedule(const Plan& plan, const Grounds& grounds, std::vector<PointState>& points);

  Index units() const { return units_; }
  Unit unit(Index i) const;
  double total_work() const;
  Index slots() const { return slots_; }
  const std::vector<Batch>& batches() const { return batches_; }
  const Ground& ground(Index problem) const { return grounds_[problem]; }

 private:
  std::shared_ptr<const CaseSet> case_set(const StudyKind& kind, Index problem, bool reduced,
                                          std::vector<OrderedCase> cases);
  void add_batches(const Plan& plan, std::vector<PointState>& points, Index config, Index problem,
                   std::int64_t generation);

  const Grounds& grounds_;
  std::vector<std::array<std::shared_ptr<const CaseSet>, 2>> whole_sets_;  // full and reduced
  std::vector<Batch> batches_;
  Index units_ = 0;
  Index slots_ = 0;
};

}  // namespace kapprox
