// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/unit_runner.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

UnitRunner::UnitRunner(const Plan& plan, const Schedule& schedule, RunState& state)
    : plan_(plan),
      schedule_(schedule),
      state_(state),
      results_(static_cast<std::size_t>(schedule.units())),
      waiting_(schedule.batches().size()) {
  for (Index i = 0; i < schedule.slots(); ++i) slots_.push_back(std::make_unique<Slot>());
  for (const Batch& batch : schedule.batches()) {
    slots_[static_cast<std::size_t>(batch.slot)]->units_left += batch.chunks;
    next_chunk_.push_back(batch.first_chunk);
  }
}

PointState& UnitRunner::point(const Batch& batch, const OrderedCase& one) const {
  return state_.points[static_cast<std::size_t>(batch.config * plan_.case_count + one.column)];
}

// Reads the points of its own slot only, none of which finished() touches before this returns.
void UnitRunner::prepare(const Batch& batch, Slot& slot) {
  const Ground& ground = schedule_.ground(batch.problem);
  const OrderedProblem& problem = ground.ordered();
  const Config& config = plan_.configs[static_cast<std::size_t>(batch.config)];
  slot.task = plan_.kind->prepare(config.method(), ground, batch.reduced,
                                  draw_address(plan_.study.seed, *problem.source));
  slot.theory.resize(problem.cases.size());
  for (std::size_t i = 0; i < problem.cases.size(); ++i)
    if (!point(batch, problem.cases[i]).theory_done)
      slot.theory[i] = slot.task->theory(problem.cases[i]);
}

void UnitRunner::work(Index unit) {
  const auto begin = std::chrono::steady_clock::now();
  const Unit one = schedule_.unit(unit);
  const Batch& batch = *one.batch;
  Slot& slot = *slots_[static_cast<std::size_t>(batch.slot)];
  std::call_once(slot.once, [&] { prepare(batch, slot); });
  Result& result = results_[static_cast<std::size_t>(unit)];
  const std::string name = fmt::format("seed={}, problem={}, coordinates={}", plan_.study.seed,
                                       plan_.problems[static_cast<std::size_t>(batch.problem)].key,
                                       batch.reduced ? "reduced" : "full");
  result.chunks = run_trials(*slot.task, *batch.set, plan_.kind->scalars().size(),
                             one.first_trial(), one.last_trial(), plan_.study.keep, name);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void UnitRunner::finished(Index unit) {
  const Unit one = schedule_.unit(unit);
  const Batch& batch = *one.batch;
  const std::size_t place = static_cast<std::size_t>(one.batch - schedule_.batches().data());
  Slot& slot = *slots_[static_cast<std::size_t>(batch.slot)];
  Result& result = results_[static_cast<std::size_t>(unit)];

  keep_theory(batch, slot);
  Waiting& waiting = waiting_[place];
  waiting.emplace(one.chunk, std::move(result.chunks));
  for (auto first = waiting.begin(); first != waiting.end() && first->first == next_chunk_[place];
       first = waiting.erase(first)) {
    fold({&batch, first->first}, first->second);
    ++next_chunk_[place];
  }
  const Index problems = static_cast<Index>(plan_.problems.size());
  state_.seconds[static_cast<std::size_t>(batch.config * problems + batch.problem)] +=
      result.seconds;
  ++done_units_;
  done_work_ += one.work();
  if (--slot.units_left == 0) {
    slot.task = nullptr;
    slot.theory = {};
  }
}

void UnitRunner::keep_theory(const Batch& batch, const Slot& slot) {
  const OrderedProblem& problem = schedule_.ground(batch.problem).ordered();
  for (std::size_t i = 0; i < problem.cases.size(); ++i) {
    PointState& state = point(batch, problem.cases[i]);
    if (state.theory_done) continue;
    state.theory = slot.theory[i];
    state.theory_done = true;
  }
}

void UnitRunner::fold(const Unit& unit, const std::vector<CaseChunk>& chunks) {
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    const CaseChunk& chunk = chunks[c];
    const OrderedCase& one = unit.batch->set->cases[c];
    PointState& state = point(*unit.batch, one);
    if (unit.is_complete()) {
      state.fold.merge(chunk.tally);
      state.tail = Tally(plan_.kind->scalars().size());
      ++state.folded_chunks;
    } else {
      state.tail = chunk.tally;
    }
    if (state.first_failure.trial < 0) state.first_failure = chunk.first_failure;
    const std::size_t keep = static_cast<std::size_t>(plan_.study.keep);
    const std::size_t index =
        static_cast<std::size_t>(unit.batch->config * plan_.case_count + one.column);
    std::copy(chunk.kept.begin(), chunk.kept.end(),
              state_.draws.begin() + static_cast<std::ptrdiff_t>(index * keep) +
                  (chunk.kept.empty() ? 0 : static_cast<std::ptrdiff_t>(unit.first_trial())));
  }
}

}  // namespace kapprox
