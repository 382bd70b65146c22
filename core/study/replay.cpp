// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/replay.hpp"

#include <kapprox/error.hpp>

#include "study/ground.hpp"

#include <fmt/format.h>

namespace kapprox {

namespace {

const Config& config_named(const Plan& plan, const std::string& key) {
  for (const Config& config : plan.configs)
    if (config.key == key) return config;
  throw InputError(
      fmt::format("replay_trial: the config is {}, but must be one of the study; copy it from "
                  "config_key of the results file",
                  key));
}

// Place of the case among the problem's cases, or −1.
Index place_in(const InputProblem& problem, const std::string& key) {
  for (std::size_t i = 0; i < problem.cases.size(); ++i)
    if (problem.cases[i].key_text == key) return static_cast<Index>(i);
  return -1;
}

}  // namespace

double replay_trial(const Plan& plan, const std::string& config_key, const std::string& case_key,
                    std::int64_t trial) {
  const StudyKind& kind = *plan.kind;
  const Config& config = config_named(plan, config_key);
  for (const InputProblem& problem : plan.problems) {
    const Index column = place_in(problem, case_key);
    if (column < 0) continue;
    const Ground ground(kind, problem, 0);
    const bool reduced = is_reduced(plan, config);
    const auto set = kind.case_set(ground.ordered().cases, ground, reduced);
    const auto task =
        kind.prepare(config.method(), ground, reduced, draw_address(plan.study.seed, problem));
    Outcomes outcomes(set->cases.size(), kind.scalars().size());
    task->run_trial(*set, trial, outcomes);
    for (std::size_t c = 0; c < set->cases.size(); ++c) {
      if (set->cases[c].column != column) continue;
      const auto fault = outcomes.faults.find(c);
      if (fault == outcomes.faults.end()) return outcomes.kept[c];
      if (fault->second.thrown) std::rethrow_exception(fault->second.thrown);
      throw Error(fault->second.words);
    }
  }
  throw InputError(
      fmt::format("replay_trial: the case is {}, but must be one of the study; copy it from "
                  "case_key of its group resume",
                  case_key));
}

}  // namespace kapprox
