// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "methods/resolution.hpp"

#include "base/text.hpp"
#include "methods/parameters_check.hpp"
#include "methods/parameters_text.hpp"
#include "methods/reserved_names.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kapprox {

namespace {

// Value and text of a plain parameter: numbers and truths are numbers in the file.
struct Plain {
  std::string text;
  std::variant<double, std::string> column;
};

Plain plain_of(const Parameters::Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    return {fmt::to_string(*integer), static_cast<double>(*integer)};
  if (const auto* real = std::get_if<double>(&value)) return {shortest(*real), *real};
  if (const auto* truth = std::get_if<bool>(&value))
    return {*truth ? "true" : "false", *truth ? 1.0 : 0.0};
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    const std::string text = list_text(*numbers);
    return {text, text};
  }
  return {std::get<std::string>(value), std::get<std::string>(value)};
}

// True for "directions" and for "directions_rounds" where directions were handed down.
bool is_handed_down(const std::string& column, const std::set<std::string>& handed) {
  return std::any_of(handed.begin(), handed.end(), [&](const std::string& name) {
    return column == name || column.rfind(name + "_", 0) == 0;
  });
}

}  // namespace

void Resolution::add(const Declaration& declaration) {
  const GivenValue& given = given_.at(declaration.name);
  if (declaration.type == ParameterType::method)
    add_method(declaration, given);
  else if (declaration.type == ParameterType::methods)
    add_methods(declaration, given);
  else
    add_plain(declaration, checked_value(declaration, given, where_));
}

std::string Resolution::key(const std::string& method) const {
  std::string inside;
  for (const auto& [name, text] : texts_)
    inside += fmt::format("{}{}={}", inside.empty() ? "" : ",", name, text);
  return inside.empty() ? method : fmt::format("{}{{{}}}", method, inside);
}

void Resolution::add_plain(const Declaration& declaration, const Parameters::Value& value) {
  const Plain plain = plain_of(value);
  texts_[declaration.name] = plain.text;
  add_column(declaration.name, plain.column);
  parameters_.set(declaration.name, value);
}

BuiltMethod Resolution::nested(const Declaration& declaration, const GivenValue& given,
                               const std::string& name, std::set<std::string>& handed) const {
  MethodSpec spec;
  if (const auto* word = std::get_if<std::string>(&given))
    spec.method = *word;
  else if (const auto* table = std::get_if<std::shared_ptr<MethodSpec>>(&given))
    spec = **table;
  else
    refuse_value(declaration, given, where_);
  if (const MethodEntry* entry = registry_.find(*declaration.nested_kind, spec.method))
    for (const std::string& outer : declaration.handed_down)
      if (entry->declarations.find(outer) != nullptr &&
          spec.parameters.emplace(outer, given_.at(outer)).second)
        handed.insert(outer);
  return build_method(registry_, *declaration.nested_kind, spec,
                      fmt::format("{}: {}", where_, name));
}

void Resolution::add_method(const Declaration& declaration, const GivenValue& given) {
  if (is_left_out(declaration, given)) {
    texts_[declaration.name] = "none";
    add_column(declaration.name, "none");
    parameters_.set(declaration.name, std::shared_ptr<const Method>());
    return;
  }
  std::set<std::string> handed;
  const BuiltMethod built = nested(declaration, given, declaration.name, handed);
  add_inner(declaration.name, built);
  texts_[declaration.name] = built.key;
  add_column(declaration.name, built.entry->name);
  for (const ParameterColumn& column : built.columns)
    if (!is_handed_down(column.name, handed))
      add_column(fmt::format("{}_{}", declaration.name, column.name), column.value);
  parameters_.set(declaration.name, built.method);
}

// One column holds the keys of all; their parameters have no columns of their own.
void Resolution::add_methods(const Declaration& declaration, const GivenValue& given) {
  const auto* list = std::get_if<std::shared_ptr<GivenList>>(&given);
  if (list == nullptr || (*list)->values.empty()) refuse_value(declaration, given, where_);
  std::vector<std::shared_ptr<const Method>> methods;
  std::string text;
  for (const GivenValue& value : (*list)->values) {
    std::set<std::string> handed;
    const std::string name = fmt::format("{}[{}]", declaration.name, methods.size());
    const BuiltMethod built = nested(declaration, value, name, handed);
    add_inner(name, built);
    methods.push_back(built.method);
    text += (text.empty() ? "" : ", ") + built.key;
  }
  texts_[declaration.name] = "[" + text + "]";
  add_column(declaration.name, "[" + text + "]");
  parameters_.set(declaration.name, std::move(methods));
}

void Resolution::add_inner(const std::string& name, const BuiltMethod& built) {
  inner_.push_back({name, 1, built.method});
  for (const InnerMethod& inner : built.inner)
    inner_.push_back({fmt::format("{}: {}", name, inner.path), inner.depth + 1, inner.method});
}

std::vector<InnerMethod> Resolution::inner() const {
  std::vector<InnerMethod> sorted = inner_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const InnerMethod& a, const InnerMethod& b) { return a.depth < b.depth; });
  return sorted;
}

// Nesting makes new names: "z" with a nested "mean" would be a measure of the file.
void Resolution::add_column(const std::string& name, std::variant<double, std::string> value) {
  if (!names_.insert(name).second || is_reserved_name(name))
    throw InputError(fmt::format(
        "{}: nesting makes a second column {} of the results file, but names must be unique; "
        "choose another nested method or have its plugin rename the parameter.",
        where_, name));
  columns_.push_back({name, std::move(value)});
}

}  // namespace kapprox
