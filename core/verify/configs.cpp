// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "verify/configs.hpp"

#include "methods/parameters_text.hpp"
#include "verify/config_values.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

// Of the many kernel methods that may be nested, a few others than the base one; of directions,
// all.
constexpr std::size_t most_nested_kernels = 4;
constexpr Index fewest_trials = 100;

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
  // A word may go with a list of numbers that is empty by default, or with a method that is none:
  // given together.
  const auto build_or_complete = [&](const MethodSpec& spec) {
    try {
      return build(spec);
    } catch (const InputError& refusal) {
      const auto complete = with_wanted_value(registry, entry, spec, refusal.what());
      if (!complete) throw;
      return build(*complete);
    }
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
        if (build_or_complete(spec)) ++tried;
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
