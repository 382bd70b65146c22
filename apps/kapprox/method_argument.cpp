// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From what was typed to an enrolled method and given values.
#include "method_argument.hpp"

#include "base/text.hpp"
#include "study/configs.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

namespace kapprox::app {

std::string full_name(const MethodEntry& entry) {
  return fmt::format("{}:{}", kind_name(entry.kind), entry.name);
}

const MethodEntry& method_argument(const Plugins& plugins, const std::string& subcommand,
                                   const std::string& name) {
  std::vector<const MethodEntry*> found;
  std::vector<std::string> names;
  for (const MethodEntry* entry : plugins.registry.all()) {
    names.push_back(entry->name);
    names.push_back(full_name(*entry));
    if (name == entry->name || name == full_name(*entry)) found.push_back(entry);
  }
  if (found.size() == 1) return *found.front();
  if (found.size() > 1) {
    std::vector<std::string> candidates;
    candidates.reserve(found.size());
    for (const MethodEntry* entry : found) candidates.push_back(full_name(*entry));
    throw InputError(fmt::format("{}: METHOD is '{}', but must be {}; name the kind too.",
                                 subcommand, name, list_of(candidates)));
  }
  const std::string near = nearest(name, names);
  throw InputError(plugins.blamed(fmt::format(
      "{}: METHOD is '{}', but must be one that kapprox list shows; {}", subcommand, name,
      near.empty() ? "see kapprox list." : fmt::format("did you mean '{}'?", near))));
}

std::map<std::string, GivenValue> set_arguments(const std::string& subcommand,
                                                const MethodEntry& entry,
                                                const std::vector<std::string>& changes) {
  const MethodAxes axes = read_method_changes(entry.name, changes, subcommand);
  if (axes.budget)
    throw InputError(
        fmt::format("{}: budget is given, but must not be; give m itself.", axes.budget->where));
  std::map<std::string, GivenValue> values;
  for (const MethodAxis& axis : axes.axes) {
    const std::vector<GivenValue> all = values_of(axis, &entry);
    if (all.size() > 1)
      throw InputError(fmt::format("{}: {} is a list of {} values, but must be one; keep one.",
                                   axis.where, axis.name, all.size()));
    values[axis.name] = all.front();
  }
  return values;
}

}  // namespace kapprox::app
