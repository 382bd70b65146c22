// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Values from declarations alone: the kit knows no method by name.
#include "verify/configs.hpp"

#include "methods/parameters_text.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

// Small whole numbers. 5 directions are more than one block, exactly one and less than one in the
// 4, 5 and 16 dimensions of the problems; 8 is a power of 2.
constexpr std::int64_t small_number = 5;
constexpr std::int64_t other_number = 8;

// Of the many kernel methods that may be nested, a few others than the base one; of directions,
// all.
constexpr std::size_t most_nested_kernels = 4;
constexpr Index fewest_trials = 100;

// The nearest allowed number; beside a bound that is itself excluded, one that is far from it.
double clamped(const Declaration& declaration, double value) {
  const double least = declaration.least.value_or(-std::numeric_limits<double>::infinity());
  const double most = declaration.most.value_or(std::numeric_limits<double>::infinity());
  const bool too_small = declaration.least_is_excluded ? value <= least : value < least;
  const bool too_large = declaration.most_is_excluded ? value >= most : value > most;
  if (!too_small && !too_large) return value;
  if (declaration.least_is_excluded || declaration.most_is_excluded)
    return std::isfinite(least + most) ? 0.5 * (least + most)
                                       : (too_small ? least + 1.0 : most - 1.0);
  return too_small ? least : most;
}

std::int64_t clamped_whole(const Declaration& declaration, std::int64_t value) {
  if (declaration.least) value = std::max(value, static_cast<std::int64_t>(*declaration.least));
  if (declaration.most) value = std::min(value, static_cast<std::int64_t>(*declaration.most));
  return value;
}

// A method that must be given another method is not nested again: a hybrid of hybrids of ….
bool needs_a_method(const MethodEntry& entry) {
  const auto& all = entry.declarations.all();
  return std::any_of(all.begin(), all.end(), [](const Declaration& d) {
    const bool nests = d.type == ParameterType::method || d.type == ParameterType::methods;
    return nests && !default_value(d);
  });
}

// Every method that fits the declaration, with base values, in the registry's order. What the outer
// method hands down, it gets from there.
std::vector<GivenValue> nested_methods(const Registry& registry, const Declaration& declaration) {
  std::vector<GivenValue> values;
  for (const MethodEntry* entry : registry.all()) {
    if (entry->kind != *declaration.nested_kind || needs_a_method(*entry)) continue;
    MethodSpec spec = base_spec(registry, *entry, {});
    for (const std::string& name : declaration.handed_down) spec.parameters.erase(name);
    if (spec.parameters.empty())
      values.emplace_back(spec.method);
    else
      values.emplace_back(std::make_shared<MethodSpec>(spec));
  }
  return values;
}

GivenValue list_of_one(GivenValue value) {
  return std::make_shared<GivenList>(GivenList{{std::move(value)}});
}

GivenValue required_value(const Registry& registry, const Declaration& declaration) {
  switch (declaration.type) {
    case ParameterType::integer:
      return clamped_whole(declaration, small_number);
    case ParameterType::real:
      return clamped(declaration, 1.0);
    case ParameterType::boolean:
      return false;
    case ParameterType::choice:
      return declaration.choices.front();
    case ParameterType::reals:
      return list_of_one(clamped(declaration, 1.0));
    case ParameterType::method:
    case ParameterType::methods:
      break;
  }
  const std::vector<GivenValue> methods = nested_methods(registry, declaration);
  if (methods.empty())
    throw InputError(
        fmt::format("verify: parameter {} needs a {} method, but none is loaded; name "
                    "the folder of a plugin that has one with --plugins.",
                    declaration.name, kind_name(*declaration.nested_kind)));
  return declaration.type == ParameterType::method ? methods.front() : list_of_one(methods.front());
}

// A real number beside `value`: a factor or a term that shows in every formula.
double another_real(const Declaration& declaration, double value) {
  const double more = clamped(declaration, value == 0.0 ? 0.5 : 1.25 * value);
  return more != value ? more : clamped(declaration, value == 0.0 ? -0.5 : 0.75 * value);
}

std::string name_of(const GivenValue& method) {
  const auto* word = std::get_if<std::string>(&method);
  return word != nullptr ? *word : std::get<std::shared_ptr<MethodSpec>>(method)->method;
}

// Other values worth a look beside `base`.
std::vector<GivenValue> other_values(const Registry& registry, const Declaration& declaration,
                                     const GivenValue& base) {
  std::vector<GivenValue> values;
  switch (declaration.type) {
    case ParameterType::integer: {
      const std::int64_t number = std::get<std::int64_t>(base);
      for (const std::int64_t other :
           {clamped_whole(declaration, other_number), clamped_whole(declaration, 1),
            clamped_whole(declaration, 0)})
        if (other != number && other <= std::max(number, other_number) &&
            std::find(values.begin(), values.end(), GivenValue(other)) == values.end())
          values.emplace_back(other);
      break;
    }
    case ParameterType::real: {
      const double number = std::holds_alternative<double>(base)
                                ? std::get<double>(base)
                                : static_cast<double>(std::get<std::int64_t>(base));
      if (const double other = another_real(declaration, number); other != number)
        values.emplace_back(other);
      break;
    }
    case ParameterType::boolean:
      values.emplace_back(!std::get<bool>(base));
      break;
    case ParameterType::choice:
      for (const std::string& word : declaration.choices)
        if (GivenValue(word) != base) values.emplace_back(word);
      break;
    case ParameterType::method:
      for (const GivenValue& method : nested_methods(registry, declaration))
        if (name_of(method) != name_of(base)) values.push_back(method);
      break;
    case ParameterType::methods: {
      // One list more: the first of the base list and the last method there is.
      std::vector<GivenValue> both = {std::get<std::shared_ptr<GivenList>>(base)->values.front(),
                                      nested_methods(registry, declaration).back()};
      values.emplace_back(std::make_shared<GivenList>(GivenList{std::move(both)}));
      break;
    }
    case ParameterType::reals:  // what else fits them, only their method knows
      break;
  }
  return values;
}

// What a shell gives back to the program; nested tables have no such form.
// A value as --set reads it inside of a table or list.
std::string toml_text(const GivenValue& value) {
  if (const auto* spec = std::get_if<std::shared_ptr<MethodSpec>>(&value)) {
    std::string text = fmt::format("{{method=\"{}\"", (*spec)->method);
    for (const auto& [name, inner] : (*spec)->parameters)
      text += fmt::format(", {}={}", name, toml_text(inner));
    return text + "}";
  }
  if (const auto* list = std::get_if<std::shared_ptr<GivenList>>(&value)) {
    std::string text;
    for (const GivenValue& inner : (*list)->values)
      text += (text.empty() ? "" : ", ") + toml_text(inner);
    return "[" + text + "]";
  }
  if (const auto* word = std::get_if<std::string>(&value)) return fmt::format("\"{}\"", *word);
  return given_text(value);
}

// " --set m=8", in quotes where the shell would take it apart.
std::string set_text(const std::string& name, const GivenValue& value) {
  if (const auto* word = std::get_if<std::string>(&value))
    return fmt::format(" --set {}={}", name, *word);
  const std::string text = toml_text(value);
  const bool nested = text.find_first_of("{[") != std::string::npos;
  return nested ? fmt::format(" --set '{}={}'", name, text)
                : fmt::format(" --set {}={}", name, text);
}

std::string command_of(const MethodEntry& entry, const MethodSpec& spec,
                       const VerifyOptions& options) {
  std::string command =
      fmt::format("kapprox verify {}:{} --seed {} --trials {}", kind_name(entry.kind), entry.name,
                  options.seed, options.trials);
  for (const auto& [name, value] : spec.parameters) command += set_text(name, value);
  return command + options.arguments;
}

}  // namespace

MethodSpec base_spec(const Registry& registry, const MethodEntry& entry,
                     const VerifyOptions& options) {
  MethodSpec spec{entry.name, options.parameters};
  for (const Declaration& declaration : entry.declarations.all())
    if (!default_value(declaration) && !spec.parameters.contains(declaration.name))
      spec.parameters[declaration.name] = required_value(registry, declaration);
  return spec;
}

std::vector<VerifyConfig> verify_configs(const Registry& registry, const MethodEntry& entry,
                                         const VerifyOptions& options, Ledger& ledger) {
  const std::string_view check = "parameters: combinations";
  const MethodSpec base = base_spec(registry, entry, options);
  VerifyOptions fewer = options;
  fewer.trials = std::max(options.trials / 2, fewest_trials);
  std::vector<VerifyConfig> configs;
  // True unless the config is there already.
  const auto build = [&](const MethodSpec& spec) {
    BuiltMethod built = build_method(registry, entry.kind, spec, "verify: " + entry.name);
    if (std::any_of(configs.begin(), configs.end(),
                    [&](const VerifyConfig& c) { return c.built.key == built.key; }))
      return false;
    const VerifyOptions& its = configs.empty() ? options : fewer;
    configs.push_back({std::move(built), spec, its, command_of(entry, spec, its)});
    return true;
  };

  ledger.at_config(entry.name, command_of(entry, base, options));
  try {
    build(base);
  } catch (const InputError& refusal) {
    if (!options.parameters.empty()) throw;
    ledger.holds(
        check, false,
        fmt::format("valid values are refused: {} Choose values with --set.", refusal.what()));
    return {};
  }
  ledger.holds(check, true, {});
  for (const Declaration& declaration : entry.declarations.all()) {
    if (options.parameters.contains(declaration.name)) continue;
    const auto given = base.parameters.find(declaration.name);
    const GivenValue value =
        given != base.parameters.end() ? given->second : *default_value(declaration);
    std::size_t tried = 0;
    for (const GivenValue& other : other_values(registry, declaration, value)) {
      if (declaration.nested_kind == Kind::kernel && tried == most_nested_kernels) break;
      MethodSpec spec = base;
      spec.parameters[declaration.name] = other;
      try {
        if (build(spec)) ++tried;
        ledger.holds(check, true, {});
      } catch (const InputError& refusal) {
        // Two values may not go together; the sentence must say which parameter is to blame.
        ledger.holds(
            check, std::string(refusal.what()).find(declaration.name) != std::string::npos,
            fmt::format("{} is refused without naming it: {}", declaration.name, refusal.what()));
      }
    }
  }
  return configs;
}

}  // namespace kapprox
