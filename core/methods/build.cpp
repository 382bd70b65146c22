// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From given values to a built method: find the entry, see that nothing is missing or unknown,
// resolve each value (resolution.hpp), then run the plugin's constructor.
#include "methods/build.hpp"

#include "base/text.hpp"
#include "methods/parameters_check.hpp"
#include "methods/parameters_text.hpp"
#include "methods/resolution.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

namespace kapprox {
namespace {

std::vector<std::string> method_names(const Registry& registry, Kind kind) {
  std::vector<std::string> names;
  for (const MethodEntry* entry : registry.all())
    if (entry->kind == kind) names.push_back(entry->name);
  return names;
}

const MethodEntry& find_entry(const Registry& registry, Kind kind, const std::string& name,
                              const std::string& where) {
  if (const MethodEntry* entry = registry.find(kind, name)) return *entry;
  const std::vector<std::string> names = method_names(registry, kind);
  if (names.empty())
    throw InputError(fmt::format(
        "{}: method is \"{}\", but no {} methods are loaded; name the folder of the plugin that "
        "has it with --plugins.",
        where, name, kind_name(kind)));
  const std::string allowed = list_of(names);
  for (const MethodEntry* other : registry.all())
    if (other->name == name)
      throw InputError(fmt::format("{}: method is \"{}\", {}, but must be {}; choose {}.", where,
                                   name, a_method_of(other->kind), a_method_of(kind), allowed));
  throw InputError(fmt::format("{}: method is \"{}\", but must be {}: {}; {}", where, name,
                               a_method_of(kind), allowed,
                               suggestion(name, names, "choose one of these.")));
}

// Sends the name of a parameter to the method inside of `entry` that has it, if one has.
void refuse_in_place_of_inner(const Registry& registry, const MethodEntry& entry,
                              const MethodSpec& spec, const std::string& name,
                              const std::string& where) {
  for (const Declaration& declaration : entry.declarations.all()) {
    const std::optional<MethodSpec> inner = inner_spec(declaration, spec);
    if (!inner) continue;
    const MethodEntry* found = registry.find(*declaration.nested_kind, inner->method);
    if (found != nullptr && found->declarations.find(name) != nullptr)
      throw InputError(fmt::format(
          "{0}: {1} is not a parameter of {2}, but of {3} inside of it; write it there, as in {4} "
          "= {{ method = \"{3}\", {1} = … }}.",
          where, name, entry.name, inner->method, declaration.name));
  }
}

void check_names(const Registry& registry, const MethodEntry& entry, const MethodSpec& spec,
                 const std::string& where) {
  std::vector<std::string> names;
  for (const Declaration& declaration : entry.declarations.all()) {
    names.push_back(declaration.name);
    if (!default_value(declaration) && !spec.parameters.contains(declaration.name))
      throw InputError(fmt::format("{}: {} is missing, but must be {} ({}); add it.", where,
                                   declaration.name, allowed_text(declaration), declaration.help));
  }
  for (const auto& [name, value] : spec.parameters) {
    if (entry.declarations.find(name) != nullptr) continue;
    refuse_in_place_of_inner(registry, entry, spec, name, where);
    if (names.empty())
      throw InputError(fmt::format("{}: {} is given, but {} takes no parameters; remove it.", where,
                                   name, entry.name));
    throw InputError(fmt::format("{}: {} is not a parameter of {}, but must be one of {}; {}",
                                 where, name, entry.name, list_of(names),
                                 suggestion(name, names, "remove it.")));
  }
}

// False: another spec of the same lists stands for this one.
bool take_whole_lists(MethodSpec& spec, const Registry& registry, Kind kind) {
  const MethodEntry* entry = registry.find(kind, spec.method);
  if (entry == nullptr) return true;
  for (const auto& [name, element] : spec.elements) {
    const Declaration* declared = entry->declarations.find(name);
    if (declared == nullptr || !takes_list(*declared)) continue;
    if (element.index > 0) return false;
    spec.parameters[name] = element.list;
  }
  for (auto& [name, value] : spec.parameters) {
    const Declaration* declared = entry->declarations.find(name);
    if (declared == nullptr || declared->type != ParameterType::method) continue;
    const std::vector<GivenValue> inner =
        with_whole_lists({value}, registry, *declared->nested_kind);
    if (inner.empty()) return false;
    value = inner.front();
  }
  return true;
}

// " (first is trig, second is positive)": the methods inside, for a sentence about them; "" where
// there are none.
std::string inner_names(const MethodEntry& entry, const MethodSpec& spec) {
  std::string names;
  for (const Declaration& declaration : entry.declarations.all())
    if (const std::optional<MethodSpec> inner = inner_spec(declaration, spec))
      names +=
          fmt::format("{}{} is {}", names.empty() ? "" : ", ", declaration.name, inner->method);
  return names.empty() ? "" : fmt::format(" ({})", names);
}

// What a constructor says of the values given: its own name once, and the names of the methods
// inside, which it does not know.
std::string refusal_words(std::string words, const MethodEntry& entry, const MethodSpec& spec,
                          const std::string& where) {
  const std::string opening = entry.name + ": ";
  if (where.ends_with(entry.name) && words.starts_with(opening)) words.erase(0, opening.size());
  const std::string names = inner_names(entry, spec);
  if (!names.empty() && !words.empty() && words.back() == '.') words.pop_back();
  return words + names;
}

// A constructor is foreign code: whatever it throws becomes one sentence. An InputError is about
// the values given; anything else is the plugin's own.
std::shared_ptr<const Method> construct(const MethodEntry& entry, const MethodSpec& spec,
                                        const Parameters& parameters, const std::string& where) {
  const auto opening = [&] {
    return fmt::format("{}: plugin {} could not build {}", where, entry.plugin, entry.name);
  };
  try {
    return entry.make(parameters);
  } catch (const InputError& cause) {
    throw InputError(fmt::format("{}: {}", where, refusal_words(cause.what(), entry, spec, where)));
  } catch (const std::exception& cause) {
    throw InputError(fmt::format("{}: {}", opening(), cause.what()));
  } catch (...) {
    throw InputError(opening() + ": it threw something that is not a std::exception.");
  }
}

}  // namespace

std::optional<MethodSpec> inner_spec(const Declaration& declaration, const MethodSpec& spec) {
  const auto found = spec.parameters.find(declaration.name);
  const std::optional<GivenValue> value = found != spec.parameters.end()
                                              ? std::optional<GivenValue>(found->second)
                                              : default_value(declaration);
  if (declaration.type != ParameterType::method || !value || is_left_out(declaration, *value))
    return std::nullopt;
  if (const auto* word = std::get_if<std::string>(&*value)) return MethodSpec{*word, {}};
  const auto* table = std::get_if<std::shared_ptr<MethodSpec>>(&*value);
  return table == nullptr ? std::nullopt : std::optional<MethodSpec>(**table);
}

bool takes_list(const Declaration& declaration) {
  return declaration.type == ParameterType::reals || declaration.type == ParameterType::methods;
}

std::vector<GivenValue> with_whole_lists(const std::vector<GivenValue>& values,
                                         const Registry& registry, Kind kind) {
  std::vector<GivenValue> kept;
  for (const GivenValue& value : values) {
    const auto* inner = std::get_if<std::shared_ptr<MethodSpec>>(&value);
    if (inner == nullptr) {
      kept.push_back(value);
      continue;
    }
    const auto spec = std::make_shared<MethodSpec>(**inner);
    if (take_whole_lists(*spec, registry, kind)) kept.emplace_back(spec);
  }
  return kept;
}

std::vector<MethodSpec> with_each(const std::vector<MethodSpec>& specs, const std::string& name,
                                  const std::vector<GivenValue>& values) {
  std::vector<MethodSpec> wider;
  wider.reserve(specs.size() * values.size());
  for (const MethodSpec& spec : specs)
    for (const GivenValue& value : values) {
      wider.push_back(spec);
      wider.back().parameters[name] = value;
    }
  return wider;
}

BuiltMethod build_method(const Registry& registry, Kind kind, const MethodSpec& spec,
                         const std::string& where) {
  const MethodEntry& entry = find_entry(registry, kind, spec.method, where);
  check_names(registry, entry, spec, where);
  GivenValues given;
  for (const Declaration& declaration : entry.declarations.all()) {
    const auto found = spec.parameters.find(declaration.name);
    given[declaration.name] =
        found != spec.parameters.end() ? found->second : *default_value(declaration);
  }
  Resolution resolution(registry, given, where);
  for (const Declaration& declaration : entry.declarations.all()) resolution.add(declaration);
  return {&entry, construct(entry, spec, resolution.parameters(), where), resolution.columns(),
          resolution.key(entry.name), resolution.inner()};
}

}  // namespace kapprox
