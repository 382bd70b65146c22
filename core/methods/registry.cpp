// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The rules that a method must obey to be enrolled. They are a plugin author's faults, so every
// sentence opens with the plugin's name.
#include "base/text.hpp"
#include "methods/parameters_check.hpp"
#include "methods/parameters_text.hpp"
#include "methods/reserved_names.hpp"

#include <kapprox/error.hpp>
#include <kapprox/registry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace kapprox {
namespace {

// It is typed in studies, it becomes a column of the results file and a part of canonical keys.
void check_word(const std::string& name, const std::string& what, const std::string& where) {
  if (!is_lower_word(name))
    throw InputError(fmt::format(
        "{}: the name of {} is \"{}\", but must be a word of lower-case letters, digits and "
        "underscores that begins with a letter; rename it.",
        where, what, name));
}

void check_not_empty(const std::string& text, const std::string& what, const std::string& where) {
  if (text.empty())
    throw InputError(
        fmt::format("{}: the {} is empty, but must say something; write it.", where, what));
}

void check_declaration(const Declaration& declaration, const std::string& where) {
  check_word(declaration.name, "a parameter", where);
  check_not_empty(declaration.help, "help of parameter " + declaration.name, where);
  if (is_reserved_name(declaration.name))
    throw InputError(
        fmt::format("{}: a parameter is named {}, but must not be named like a measure or a column "
                    "of a results file; rename it.",
                    where, declaration.name));
  if (declaration.type == ParameterType::choice)
    for (const std::string& choice : declaration.choices)
      check_word(choice, "a choice of parameter " + declaration.name, where);
  if (declaration.type == ParameterType::choice && declaration.choices.empty())
    throw InputError(
        fmt::format("{}: parameter {} has no choices, but must have one at least; list them.",
                    where, declaration.name));
  const std::optional<GivenValue> given = default_value(declaration);
  if (!given) return;
  const std::string at = where + ": default";
  if (declaration.type == ParameterType::methods)
    throw InputError(fmt::format("{} of {} is given, but a list of methods has none; remove it.",
                                 at, declaration.name));
  if (declaration.type != ParameterType::method)
    checked_value(declaration, *given, at);
  else if (!std::holds_alternative<std::string>(*given))
    refuse_value(declaration, *given, at);
}

}  // namespace

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::directions:
      return "directions";
    case Kind::kernel:
      return "kernel";
    case Kind::softmax:
      return "softmax";
    case Kind::scorer:
      return "scorer";
    case Kind::attention:
      return "attention";
  }
  return {};
}

const MethodEntry* Registry::find(Kind kind, std::string_view name) const {
  for (const auto& entry : entries_)
    if (entry->kind == kind && entry->name == name) return entry.get();
  return nullptr;
}

std::vector<const MethodEntry*> Registry::all() const {
  std::vector<const MethodEntry*> sorted;
  for (const auto& entry : entries_) sorted.push_back(entry.get());
  std::sort(sorted.begin(), sorted.end(), [](const MethodEntry* a, const MethodEntry* b) {
    return std::tie(a->kind, a->name) < std::tie(b->kind, b->name);
  });
  return sorted;
}

void Registry::enrol_plugin(std::string_view plugin,
                            const std::function<void(Registry&)>& enrol_function) {
  const std::size_t before = entries_.size();
  current_plugin_ = plugin;
  try {
    enrol_function(*this);
  } catch (...) {
    entries_.resize(before);
    current_plugin_.clear();
    throw;
  }
  current_plugin_.clear();
}

void Registry::enrol(MethodEntry entry) {
  entry.plugin = current_plugin_;
  const std::string where =
      fmt::format("plugin {}: {} method {}", entry.plugin, kind_name(entry.kind), entry.name);
  check_word(entry.name, "a method", fmt::format("plugin {}", entry.plugin));
  check_not_empty(entry.summary, "summary", where);
  check_not_empty(entry.reference, "reference", where);
  for (const Declaration& declaration : entry.declarations.all())
    check_declaration(declaration, where);
  if (const MethodEntry* other = find(entry.kind, entry.name))
    throw InputError(fmt::format(
        "{}: the name is taken by plugin {}, but must be unique among {} methods; rename it.",
        where, other->plugin, kind_name(entry.kind)));
  entries_.push_back(std::make_unique<MethodEntry>(std::move(entry)));
}

}  // namespace kapprox
