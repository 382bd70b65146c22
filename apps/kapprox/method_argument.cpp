// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From what was typed to an enrolled method and given values.
#include "method_argument.hpp"

#include "base/text.hpp"
#include "study/configs.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

namespace kapprox::app {

namespace {

// A change of a method inside of the method ("feature_map.m=3") is of one that it takes.
void check_first_step(const std::string& subcommand, const MethodEntry& entry,
                      const std::string& change) {
  const std::size_t dot = change.find('.');
  if (dot == std::string::npos || dot > change.find('=')) return;
  const std::string step = change.substr(0, dot);
  if (entry.declarations.find(step) != nullptr) return;
  std::vector<std::string> names;
  for (const Declaration& declaration : entry.declarations.all()) names.push_back(declaration.name);
  const std::string where = fmt::format("{}: --set {}: {}", subcommand, change, entry.name);
  if (names.empty())
    throw InputError(fmt::format("{}: {} is given, but {} takes no parameters; remove it.", where,
                                 step, entry.name));
  const std::string near = nearest(step, names);
  throw InputError(fmt::format(
      "{}: {} is not a parameter of {}, but must be one of {}; {}", where, step, entry.name,
      list_of(names), near.empty() ? "remove it." : fmt::format("did you mean {}?", near)));
}

}  // namespace

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

std::map<std::string, GivenValue> set_arguments(const Plugins& plugins,
                                                const std::string& subcommand,
                                                const MethodEntry& entry,
                                                const std::vector<std::string>& changes) {
  for (const std::string& change : changes) check_first_step(subcommand, entry, change);
  const MethodAxes axes = read_method_changes(entry.name, changes, subcommand);
  if (axes.budget)
    throw InputError(
        fmt::format("{}: budget is given, but must not be; give m itself.", axes.budget->where));
  std::map<std::string, GivenValue> values;
  for (const MethodAxis& axis : axes.axes) {
    const std::vector<GivenValue> all = values_of(axis, &entry, plugins.registry);
    if (all.size() > 1)
      throw InputError(fmt::format("{}: {} is a list of {} values, but must be one; keep one.",
                                   axis.where, axis.name, all.size()));
    values[axis.name] = all.front();
  }
  return values;
}

}  // namespace kapprox::app
