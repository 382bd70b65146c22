// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/plan.hpp"

#include <kapprox/error.hpp>

#include "study/study_axes.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

// Every combination of a method's axes; the first axis varies slowest.
std::vector<MethodSpec> combinations(const MethodAxes& axes) {
  std::vector<MethodSpec> specs(1);
  specs[0].method = axes.method;
  for (const auto& axis : axes.axes) {
    std::vector<MethodSpec> wider;
    wider.reserve(specs.size() * axis.second.size());
    for (const MethodSpec& spec : specs)
      for (const GivenValue& value : axis.second) {
        wider.push_back(spec);
        wider.back().parameters[axis.first] = value;
      }
    specs = std::move(wider);
  }
  return specs;
}

// build_method knows the [[methods]] table only; the study knows the line of each parameter, so a
// message about one is sent there.
std::string with_parameter_place(const std::string& message, const MethodAxes& axes) {
  for (std::size_t i = 0; i < axes.axes.size(); ++i) {
    const std::string opening = axes.where + ": " + axes.axes[i].first;
    const std::string next = message.substr(0, opening.size() + 1);
    if (next == opening + " " || next == opening + ":")
      return axes.places[i] + message.substr(axes.where.size());
  }
  return message;
}

std::vector<Config> make_configs(const Study& study, const Registry& registry) {
  std::vector<Config> configs;
  std::set<std::string> keys;
  for (const MethodAxes& axes : study.methods)
    for (const MethodSpec& spec : combinations(axes)) {
      Config config;
      try {
        config.built = build_method(registry, Kind::kernel, spec, axes.where);
      } catch (const InputError& error) {
        throw InputError(with_parameter_place(error.what(), axes));
      }
      config.label = axes.label;
      config.key = axes.label == axes.method ? config.built.key
                                             : fmt::format("{}: {}", axes.label, config.built.key);
      if (!keys.insert(config.key).second)
        throw InputError(fmt::format(
            "{}: {} is listed twice, but must be listed once; remove the repeated value",
            axes.where, config.key));
      configs.push_back(std::move(config));
    }
  return configs;
}

}  // namespace

const KernelMethod& Config::kernel() const {
  return static_cast<const KernelMethod&>(*built.method);  // its entry has Kind::kernel
}

Plan make_plan(Study study, const Registry& registry) {
  Plan plan;
  plan.configs = make_configs(study, registry);
  std::set<std::string> keys;
  for (const InputSpec& spec : study.inputs)
    for (InputProblem& problem : make_problems(spec, study.seed)) {
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
    throw InputError(fmt::format("{}: the inputs have no case, but must have at least one",
                                 study.inputs.front().where));
  const Place place{study.file, "the study"};
  combined(static_cast<std::int64_t>(plan.configs.size()), plan.case_count, place);
  plan.study = std::move(study);
  return plan;
}

}  // namespace kapprox
