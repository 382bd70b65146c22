// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From given values to a built method: find the entry, see that nothing is missing or unknown,
// check each value, build nested methods first, then run the plugin's constructor.
#include "methods/build.hpp"

#include "base/text.hpp"
#include "methods/parameters_check.hpp"
#include "methods/parameters_text.hpp"
#include "methods/reserved_names.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

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
      throw InputError(
          fmt::format("{}: method is \"{}\", a {} method, but must be a {} method; choose {}.",
                      where, name, kind_name(other->kind), kind_name(kind), allowed));
  throw InputError(fmt::format("{}: method is \"{}\", but must be a {} method: {}; {}", where, name,
                               kind_name(kind), allowed,
                               suggestion(name, names, "choose one of these.")));
}

void check_names(const MethodEntry& entry, const MethodSpec& spec, const std::string& where) {
  std::vector<std::string> names;
  for (const Declaration& declaration : entry.declarations.all()) {
    names.push_back(declaration.name);
    if (!default_value(declaration) && !spec.parameters.contains(declaration.name))
      throw InputError(fmt::format("{}: {} is missing, but must be {} ({}); add it.", where,
                                   declaration.name, allowed_text(declaration), declaration.help));
  }
  for (const auto& [name, value] : spec.parameters) {
    if (entry.declarations.find(name) != nullptr) continue;
    if (names.empty())
      throw InputError(fmt::format("{}: {} is given, but {} takes no parameters; remove it.", where,
                                   name, entry.name));
    throw InputError(fmt::format("{}: {} is not a parameter of {}, but must be one of {}; {}",
                                 where, name, entry.name, list_of(names),
                                 suggestion(name, names, "remove it.")));
  }
}

// Collects what one method resolves to: constructor values, columns, and the parts of the key.
class Resolution {
 public:
  Resolution(const Registry& registry, const std::string& where)
      : registry_(registry), where_(where) {}

  void add(const Declaration& declaration, const GivenValue& given) {
    if (declaration.type == ParameterType::method)
      add_method(declaration, given);
    else
      add_scalar(declaration, checked_value(declaration, given, where_));
  }

  const Parameters& parameters() const { return parameters_; }
  std::vector<ParameterColumn> columns() const { return columns_; }

  // "trig{directions=iid,m=64}": the map keeps the names sorted.
  std::string key(const std::string& method) const {
    std::string inside;
    for (const auto& [name, text] : texts_)
      inside += fmt::format("{}{}={}", inside.empty() ? "" : ",", name, text);
    return inside.empty() ? method : fmt::format("{}{{{}}}", method, inside);
  }

 private:
  void add_scalar(const Declaration& declaration, const Parameters::Value& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      texts_[declaration.name] = fmt::to_string(*integer);
      add_column(declaration.name, static_cast<double>(*integer));
    } else if (const auto* real = std::get_if<double>(&value)) {
      texts_[declaration.name] = shortest(*real);
      add_column(declaration.name, *real);
    } else if (const auto* truth = std::get_if<bool>(&value)) {
      texts_[declaration.name] = *truth ? "true" : "false";
      add_column(declaration.name, *truth ? 1.0 : 0.0);
    } else {
      texts_[declaration.name] = std::get<std::string>(value);
      add_column(declaration.name, std::get<std::string>(value));
    }
    parameters_.set(declaration.name, value);
  }

  void add_method(const Declaration& declaration, const GivenValue& given) {
    MethodSpec spec;
    if (const auto* name = std::get_if<std::string>(&given))
      spec.method = *name;
    else if (const auto* table = std::get_if<std::shared_ptr<MethodSpec>>(&given))
      spec = **table;
    else
      refuse_value(declaration, given, where_);
    const BuiltMethod nested = build_method(registry_, *declaration.nested_kind, spec,
                                            fmt::format("{}: {}", where_, declaration.name));
    texts_[declaration.name] = nested.key;
    add_column(declaration.name, nested.entry->name);
    for (const ParameterColumn& column : nested.columns)
      add_column(fmt::format("{}_{}", declaration.name, column.name), column.value);
    parameters_.set(declaration.name, nested.method);
  }

  // Nesting makes new names: "z" with a nested "mean" would be a measure of the file.
  void add_column(const std::string& name, std::variant<double, std::string> value) {
    if (!names_.insert(name).second || is_reserved_name(name))
      throw InputError(fmt::format(
          "{}: nesting makes a second column {} of the results file, but names must be unique; "
          "choose another nested method or have its plugin rename the parameter.",
          where_, name));
    columns_.push_back({name, std::move(value)});
  }

  const Registry& registry_;
  const std::string& where_;
  Parameters parameters_;
  std::vector<ParameterColumn> columns_;
  std::set<std::string> names_;
  std::map<std::string, std::string> texts_;
};

// A constructor is foreign code: whatever it throws becomes one sentence.
std::shared_ptr<const Method> construct(const MethodEntry& entry, const Parameters& parameters,
                                        const std::string& where) {
  const auto opening = [&] {
    return fmt::format("{}: plugin {} could not build {}", where, entry.plugin, entry.name);
  };
  try {
    return entry.make(parameters);
  } catch (const std::exception& cause) {
    throw InputError(fmt::format("{}: {}", opening(), cause.what()));
  } catch (...) {
    throw InputError(opening() + ": it threw something that is not a std::exception.");
  }
}

}  // namespace

BuiltMethod build_method(const Registry& registry, Kind kind, const MethodSpec& spec,
                         const std::string& where) {
  const MethodEntry& entry = find_entry(registry, kind, spec.method, where);
  check_names(entry, spec, where);
  Resolution resolution(registry, where);
  for (const Declaration& declaration : entry.declarations.all()) {
    const auto given = spec.parameters.find(declaration.name);
    resolution.add(declaration,
                   given != spec.parameters.end() ? given->second : *default_value(declaration));
  }
  return {&entry, construct(entry, resolution.parameters(), where), resolution.columns(),
          resolution.key(entry.name)};
}

}  // namespace kapprox
