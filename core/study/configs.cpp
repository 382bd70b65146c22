// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/configs.hpp"

#include "study/budget.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

// What a plain list means depends on the parameter: an axis, or the one value of a parameter that
// is itself a list.
std::vector<GivenValue> values_of(const MethodAxis& axis, const MethodEntry* entry) {
  const Declaration* declared = entry == nullptr ? nullptr : entry->declarations.find(axis.name);
  const bool takes_list = declared != nullptr && (declared->type == ParameterType::reals ||
                                                  declared->type == ParameterType::methods);
  const auto is_list = [](const GivenValue& value) {
    return std::holds_alternative<std::shared_ptr<GivenList>>(value);
  };
  if (!takes_list || axis.elements < 0 ||
      std::any_of(axis.values.begin(), axis.values.end(), is_list))
    return axis.values;
  if (axis.elements != static_cast<std::int64_t>(axis.values.size()))
    throw InputError(
        fmt::format("{}: {} has an axis inside its list, but must have none there because {} is "
                    "itself a list; list whole lists instead: [[…], […]]",
                    axis.where, axis.name, axis.name));
  const auto list = std::make_shared<GivenList>();
  list->values = axis.values;
  return {list};
}

// Every combination of a method's axes; the first axis varies slowest.
std::vector<MethodSpec> combinations(const MethodAxes& axes, const MethodEntry* entry) {
  std::vector<MethodSpec> specs(1);
  specs[0].method = axes.method;
  for (const MethodAxis& axis : axes.axes)
    specs = with_each(specs, axis.name, values_of(axis, entry));
  return specs;
}

// build_method knows the [[methods]] table only; the study knows the line of each parameter, so a
// message about one is sent there.
std::string with_parameter_place(const std::string& message, const MethodAxes& axes) {
  for (const MethodAxis& axis : axes.axes) {
    const std::string opening = axes.where + ": " + axis.name;
    const std::string next = message.substr(0, opening.size() + 1);
    if (next == opening + " " || next == opening + ":")
      return axis.where + message.substr(axes.where.size());
  }
  return message;
}

// The methods of one table as built, with what a budget adds to their names.
struct Named {
  BuiltMethod built;
  std::string key;
};

std::vector<Named> build_all(const MethodAxes& axes, const Registry& registry,
                             const std::set<Index>& dims) {
  std::vector<Named> all;
  for (const MethodSpec& spec : combinations(axes, registry.find(Kind::kernel, axes.method))) {
    if (!axes.budget) {
      BuiltMethod built = build_method(registry, Kind::kernel, spec, axes.where);
      std::string key = built.key;
      all.push_back({std::move(built), std::move(key)});
      continue;
    }
    for (const std::int64_t limit : axes.budget->limits) {
      BuiltMethod built = largest_within(registry, spec, *axes.budget, limit, dims, axes.where);
      std::string key = fmt::format("{} within {} {}", built.key, axes.budget->quantity, limit);
      all.push_back({std::move(built), std::move(key)});
    }
  }
  return all;
}

}  // namespace

std::vector<Config> make_configs(const Study& study, const Registry& registry,
                                 const std::set<Index>& dims) {
  std::vector<Config> configs;
  std::set<std::string> keys;
  for (const MethodAxes& axes : study.methods) {
    std::vector<Named> all;
    try {
      all = build_all(axes, registry, dims);
    } catch (const InputError& error) {
      throw InputError(with_parameter_place(error.what(), axes));
    }
    for (Named& named : all) {
      Config config;
      config.built = std::move(named.built);
      config.label = axes.label;
      config.key =
          axes.label == axes.method ? named.key : fmt::format("{}: {}", axes.label, named.key);
      if (!keys.insert(config.key).second)
        throw InputError(fmt::format(
            "{}: {} is listed twice, but must be listed once; remove the repeated value",
            axes.where, config.key));
      configs.push_back(std::move(config));
    }
  }
  return configs;
}

}  // namespace kapprox
