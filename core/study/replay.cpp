// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/replay.hpp"

#include <kapprox/error.hpp>

#include "study/coordinates.hpp"
#include "study/kernel_trial.hpp"

#include <fmt/format.h>

namespace kapprox {

namespace {

const KernelMethod& method_named(const Plan& plan, const std::string& key) {
  for (const Config& config : plan.configs)
    if (config.key == key) return config.kernel();
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
  const KernelMethod& method = method_named(plan, config_key);
  for (const InputProblem& problem : plan.problems) {
    const Index column = place_in(problem, case_key);
    if (column < 0) continue;
    const OrderedProblem ordered = order_problem(problem, 0);
    const Coordinates coordinates =
        coordinates_of(ordered, plan.study.reduce && method.claims().rotation_invariant);
    const PreparedSlot slot = prepare_slot(method, coordinates.problem());
    const CaseSet set(ordered.cases, coordinates);
    const KernelTask task{&slot, coordinates.problem(), draw_address(plan.study.seed, problem), "",
                          &set};
    std::vector<LogNumber> estimates(set.cases.size());
    evaluate_trial(task, trial, estimates);
    for (std::size_t c = 0; c < set.cases.size(); ++c)
      if (set.cases[c].column == column) return estimates[c].over(set.cases[c].log_exact);
  }
  throw InputError(
      fmt::format("replay_trial: the case is {}, but must be one of the study; copy it from "
                  "case_key of its group resume",
                  case_key));
}

}  // namespace kapprox
