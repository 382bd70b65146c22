// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/schedule.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace kapprox {

namespace {

// Multiply-adds of one chunk, roughly: some milliseconds to some tens of them.
constexpr double chunk_work = 67'108'864.0;  // 2^26
constexpr std::int64_t longest_chunk = 4096;

// Points that came equally far: same generation, chunk length, folded chunks, trials in the tail.
using Progressed = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

}  // namespace

std::int64_t chunk_length(Index cases, Index ambient_dim, Index feature_dim) {
  // Features of each row and their product per case, with a floor for the work no product shows.
  const double d = static_cast<double>(ambient_dim) + 8.0;
  const double features = static_cast<double>(feature_dim) + 8.0;
  const double per_trial = (static_cast<double>(cases) + 1.0) * d * features;
  std::int64_t length = 1;
  while (length < longest_chunk && 2.0 * static_cast<double>(length) * per_trial <= chunk_work)
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
  return config.kernel().claims().random ? plan.study.trials : 1;
}

Schedule::Schedule(const Plan& plan, std::vector<PointState>& points) {
  std::int64_t generation = 0;
  for (const PointState& point : points)
    if (point.chunk_length > 0) generation = std::max(generation, point.generation + 1);
  Index column = 0;
  for (const InputProblem& problem : plan.problems) {
    problems_.push_back(order_problem(problem, column));
    column += static_cast<Index>(problem.cases.size());
  }
  coordinates_.resize(problems_.size());
  whole_sets_.resize(problems_.size());
  for (Index config = 0; config < static_cast<Index>(plan.configs.size()); ++config)
    for (Index problem = 0; problem < static_cast<Index>(problems_.size()); ++problem)
      add_batches(plan, points, config, problem, generation);
}

// All cases of a problem share one set; only extensions have others.
std::shared_ptr<const CaseSet> Schedule::case_set(Index problem, bool reduced,
                                                  std::vector<OrderedCase> cases) {
  const std::size_t place = static_cast<std::size_t>(problem);
  const OrderedProblem& ordered = problems_[place];
  std::optional<Coordinates>& coordinates = coordinates_[place][reduced ? 1 : 0];
  if (!coordinates) coordinates = coordinates_of(ordered, reduced);
  if (cases.size() != ordered.cases.size())
    return std::make_shared<const CaseSet>(std::move(cases), *coordinates);
  std::shared_ptr<const CaseSet>& whole = whole_sets_[place][reduced ? 1 : 0];
  if (!whole) whole = std::make_shared<const CaseSet>(std::move(cases), *coordinates);
  return whole;
}

void Schedule::add_batches(const Plan& plan, std::vector<PointState>& points, Index config,
                           Index problem, std::int64_t generation) {
  const OrderedProblem& ordered = problems_[static_cast<std::size_t>(problem)];
  const KernelMethod& method = plan.configs[static_cast<std::size_t>(config)].kernel();
  const Index d = ordered.source->ambient_dim;
  const Cost cost = method.cost(d);
  const std::int64_t trials = trials_needed(plan, plan.configs[static_cast<std::size_t>(config)]);

  std::map<Progressed, std::vector<OrderedCase>> groups;
  for (const OrderedCase& one : ordered.cases) {
    PointState& point = points[static_cast<std::size_t>(config * plan.case_count + one.column)];
    if (point.chunk_length == 0) {
      point.chunk_length =
          chunk_length(static_cast<Index>(ordered.cases.size()), d, cost.feature_dim);
      point.generation = generation;
    }
    const std::int64_t done = point.folded_chunks * point.chunk_length + point.tail.trials();
    if (done < trials)
      groups[{point.generation, point.chunk_length, point.folded_chunks, point.tail.trials()}]
          .push_back(one);
  }
  if (groups.empty()) return;

  const bool reduced = plan.study.reduce && method.claims().rotation_invariant;
  for (auto& group : groups) {
    Batch batch;
    batch.config = config;
    batch.problem = problem;
    batch.slot = slots_;
    batch.set = case_set(problem, reduced, std::move(group.second));
    batch.chunk_length = std::get<1>(group.first);
    batch.first_chunk = std::get<2>(group.first);
    batch.chunks = (trials + batch.chunk_length - 1) / batch.chunk_length - batch.first_chunk;
    batch.trials = trials;
    batch.first_unit = units_;
    batch.reduced = reduced;
    batch.work_per_trial = cost.multiply_adds_per_token *
                           static_cast<double>(batch.set->queries.rows() + batch.set->keys.rows());
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

const Coordinates& Schedule::coordinates(Index problem, bool reduced) const {
  return *coordinates_[static_cast<std::size_t>(problem)][reduced ? 1 : 0];
}

}  // namespace kapprox
