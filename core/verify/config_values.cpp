// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Values from declarations alone: the kit knows no method by name.
#include "verify/config_values.hpp"

#include "methods/parameters_text.hpp"
#include "verify/configs.hpp"
#include "verify/problems.hpp"

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

// A real number beside `value`: a factor or a term that shows in every formula.
double another_real(const Declaration& declaration, double value) {
  const double more = clamped(declaration, value == 0.0 ? 0.5 : 1.25 * value);
  return more != value ? more : clamped(declaration, value == 0.0 ? -0.5 : 0.75 * value);
}

std::string name_of(const GivenValue& method) {
  const auto* word = std::get_if<std::string>(&method);
  return word != nullptr ? *word : std::get<std::shared_ptr<MethodSpec>>(method)->method;
}

bool is_empty_list(const GivenValue& value) {
  const auto* list = std::get_if<std::shared_ptr<GivenList>>(&value);
  return list != nullptr && (*list)->values.empty();
}

}  // namespace

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

std::optional<MethodSpec> with_wanted_value(const Registry& registry, const MethodEntry& entry,
                                            MethodSpec spec, const std::string& refusal) {
  for (const Declaration& declaration : entry.declarations.all()) {
    if (spec.parameters.contains(declaration.name) ||
        refusal.find(declaration.name) == std::string::npos)
      continue;
    const std::optional<GivenValue> otherwise = default_value(declaration);
    if (may_be_none(declaration)) {
      const std::vector<GivenValue> methods = nested_methods(registry, declaration);
      if (methods.empty()) continue;
      spec.parameters[declaration.name] = methods.front();
      return spec;
    }
    if (declaration.type != ParameterType::reals || !otherwise || !is_empty_list(*otherwise))
      continue;
    GivenList list;
    for (Index l = 0; l < verify_dims[0]; ++l)
      list.values.emplace_back(clamped(declaration, 0.5 - 0.25 * static_cast<double>(l)));
    spec.parameters[declaration.name] = std::make_shared<GivenList>(std::move(list));
    return spec;
  }
  return std::nullopt;
}

}  // namespace kapprox
