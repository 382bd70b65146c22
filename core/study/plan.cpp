// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/plan.hpp"

#include <kapprox/error.hpp>

#include "study/configs.hpp"
#include "study/study_axes.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

Plan make_plan(Study study, const Registry& registry) {
  Plan plan;
  plan.kind = study_kind(study.kind);
  std::set<std::string> keys;
  for (const InputSpec& spec : study.inputs)
    for (InputProblem& problem : make_problems(spec, study.seed, plan.kind->case_unit())) {
      const std::string why = plan.kind->problem_refusal(shape_of(problem));
      if (!why.empty()) throw InputError(fmt::format("{}: {}", spec.where, why));
      for (const Case& one : problem.cases)
        if (!keys.insert(one.key_text).second)
          throw InputError(fmt::format(
              "{}: the case {} is listed twice, but must be listed once; remove the repeated value",
              spec.where, one.key_text));
      plan.case_count += static_cast<Index>(problem.cases.size());
      plan.problems.push_back(std::move(problem));
      plan.sources.push_back(spec.source);
    }
  if (plan.case_count == 0)
    throw InputError(
        fmt::format("{}: the inputs have no case, but must have at least one; give every "
                    "axis a value",
                    study.inputs.front().where));
  plan.configs = make_configs(study, *plan.kind, registry, plan.problems);
  const Place place{study.file, "the study"};
  combined(static_cast<std::int64_t>(plan.configs.size()), plan.case_count, place);
  plan.study = std::move(study);
  return plan;
}

}  // namespace kapprox
