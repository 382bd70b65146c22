// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/schedule.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace kapprox {

namespace {

constexpr std::int64_t longest_chunk = 4096;

// Points that came equally far: same generation, chunk length, folded chunks, trials in the tail.
using Progressed = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

}  // namespace

std::int64_t chunk_length(const StudyKind& kind, const MethodCost& cost, const ProblemShape& shape,
                          Index cases) {
  const double per_trial = kind.chunk_work(cost, shape, cases);
  std::int64_t length = 1;
  while (length < longest_chunk &&
         2.0 * static_cast<double>(length) * per_trial <= longest_chunk_work)
    length *= 2;
  return length;
}

std::int64_t Unit::last_trial() const {
  return std::min(first_trial() + batch->chunk_length, batch->trials);
}

double Unit::work() const {
  return static_cast<double>(last_trial() - first_trial()) * batch->work_per_trial;
}

std::int64_t trials_needed(const Plan& plan, const Config& config) {
  return plan.kind->facts(config.method()).random ? plan.study.trials : 1;
}

Schedule::Schedule(const Plan& plan, const Grounds& grounds, std::vector<PointState>& points)
    : grounds_(grounds), whole_sets_(plan.problems.size()) {
  std::int64_t generation = 0;
  for (const PointState& point : points)
    if (point.chunk_length > 0) generation = std::max(generation, point.generation + 1);
  for (Index config = 0; config < static_cast<Index>(plan.configs.size()); ++config)
    for (Index problem = 0; problem < grounds.size(); ++problem)
      add_batches(plan, points, config, problem, generation);
}

// All cases of a problem share one set; only extensions have others.
std::shared_ptr<const CaseSet> Schedule::case_set(const StudyKind& kind, Index problem,
                                                  bool reduced, std::vector<OrderedCase> cases) {
  const Ground& ground = grounds_[problem];
  if (cases.size() != ground.ordered().cases.size())
    return kind.case_set(std::move(cases), ground, reduced);
  std::shared_ptr<const CaseSet>& whole =
      whole_sets_[static_cast<std::size_t>(problem)][reduced ? 1 : 0];
  if (!whole) whole = kind.case_set(std::move(cases), ground, reduced);
  return whole;
}

void Schedule::add_batches(const Plan& plan, std::vector<PointState>& points, Index config,
                           Index problem, std::int64_t generation) {
  const OrderedProblem& ordered = grounds_[problem].ordered();
  const Config& one_config = plan.configs[static_cast<std::size_t>(config)];
  const ProblemShape shape = shape_of(*ordered.source);
  const MethodCost cost = plan.kind->cost(one_config.method(), shape);
  const std::int64_t trials = trials_needed(plan, one_config);

  std::map<Progressed, std::vector<OrderedCase>> groups;
  for (const OrderedCase& one : ordered.cases) {
    PointState& point = points[static_cast<std::size_t>(config * plan.case_count + one.column)];
    if (point.chunk_length == 0) {
      point.chunk_length =
          chunk_length(*plan.kind, cost, shape, static_cast<Index>(ordered.cases.size()));
      point.generation = generation;
    }
    const std::int64_t done = point.folded_chunks * point.chunk_length + point.tail.trials();
    if (done < trials)
      groups[{point.generation, point.chunk_length, point.folded_chunks, point.tail.trials()}]
          .push_back(one);
  }
  if (groups.empty()) return;

  const bool reduced = is_reduced(plan, one_config);
  for (auto& group : groups) {
    Batch batch;
    batch.config = config;
    batch.problem = problem;
    batch.slot = slots_;
    batch.set = case_set(*plan.kind, problem, reduced, std::move(group.second));
    batch.chunk_length = std::get<1>(group.first);
    batch.first_chunk = std::get<2>(group.first);
    batch.chunks = (trials + batch.chunk_length - 1) / batch.chunk_length - batch.first_chunk;
    batch.trials = trials;
    batch.first_unit = units_;
    batch.reduced = reduced;
    batch.work_per_trial = plan.kind->trial_work(cost, *batch.set);
    units_ += batch.chunks;
    batches_.push_back(std::move(batch));
  }
  ++slots_;
}

Unit Schedule::unit(Index i) const {
  const auto after =
      std::upper_bound(batches_.begin(), batches_.end(), i,
                       [](Index unit, const Batch& batch) { return unit < batch.first_unit; });
  const Batch& batch = *(after - 1);
  return {&batch, batch.first_chunk + (i - batch.first_unit)};
}

double Schedule::total_work() const {
  double work = 0.0;
  for (const Batch& batch : batches_)
    work += batch.work_per_trial *
            static_cast<double>(batch.trials - batch.first_chunk * batch.chunk_length);
  return work;
}

}  // namespace kapprox
