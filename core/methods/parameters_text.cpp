// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The words of messages and of `kapprox info`.
#include "methods/parameters_text.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

namespace kapprox {
namespace {

std::string range_text(const Declaration& declaration) {
  const bool excludes = declaration.least_is_excluded || declaration.most_is_excluded;
  if (declaration.least && declaration.most && !excludes)
    return fmt::format(" from {} to {}", shortest(*declaration.least), shortest(*declaration.most));
  std::string text;
  if (declaration.least)
    text = fmt::format(" {} {}", declaration.least_is_excluded ? "above" : "of at least",
                       shortest(*declaration.least));
  if (declaration.most)
    text += fmt::format("{} {} {}", text.empty() ? "" : " and",
                        declaration.most_is_excluded ? "below" : "of at most",
                        shortest(*declaration.most));
  return text;
}

struct InWords {
  std::string operator()(std::int64_t value) const { return fmt::to_string(value); }
  std::string operator()(double value) const { return shortest(value); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string& value) const {
    return fmt::format("the text \"{}\"", value);
  }
  std::string operator()(const std::shared_ptr<MethodSpec>& value) const {
    return fmt::format("the method table \"{}\"", value->method);
  }
  std::string operator()(const std::shared_ptr<GivenList>& value) const {
    return fmt::format("a list of {} values", value->values.size());
  }
};

}  // namespace

std::string a_method_of(Kind kind) {
  return fmt::format("{} {} method", kind == Kind::attention ? "an" : "a", kind_name(kind));
}

std::string allowed_text(const Declaration& declaration) {
  switch (declaration.type) {
    case ParameterType::integer:
      return "a whole number" + range_text(declaration);
    case ParameterType::real:
      return "a number" + range_text(declaration);
    case ParameterType::boolean:
      return "true or false";
    case ParameterType::choice:
      return list_of(declaration.choices);
    case ParameterType::method:
      return a_method_of(*declaration.nested_kind) + (may_be_none(declaration) ? " or none" : "");
    case ParameterType::reals:
      return fmt::format("a list of numbers{}",
                         declaration.least || declaration.most
                             ? fmt::format(", each{}", range_text(declaration))
                             : "");
    case ParameterType::methods:
      return fmt::format("a list of {} methods", kind_name(*declaration.nested_kind));
  }
  return {};
}

std::string default_text(const Declaration& declaration) {
  const std::optional<GivenValue> value = default_value(declaration);
  if (!value) return {};
  if (const auto* word = std::get_if<std::string>(&*value)) return *word;
  if (const auto* numbers = std::get_if<std::vector<double>>(&declaration.fallback))
    return list_text(*numbers);
  return given_text(*value);
}

std::string list_text(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ", ") + shortest(number);
  return "[" + text + "]";
}

std::string given_text(const GivenValue& value) { return std::visit(InWords{}, value); }

bool may_be_none(const Declaration& declaration) {
  return declaration.type == ParameterType::method &&
         declaration.fallback == Declaration::Default(std::string("none"));
}

bool is_left_out(const Declaration& declaration, const GivenValue& given) {
  return may_be_none(declaration) && given == GivenValue(std::string("none"));
}

std::optional<GivenValue> default_value(const Declaration& declaration) {
  if (const auto* number = std::get_if<std::int64_t>(&declaration.fallback)) return *number;
  if (const auto* number = std::get_if<double>(&declaration.fallback)) return *number;
  if (const auto* truth = std::get_if<bool>(&declaration.fallback)) return *truth;
  if (const auto* word = std::get_if<std::string>(&declaration.fallback)) return *word;
  if (const auto* numbers = std::get_if<std::vector<double>>(&declaration.fallback)) {
    const auto list = std::make_shared<GivenList>();
    list->values.assign(numbers->begin(), numbers->end());
    return list;
  }
  return std::nullopt;
}

}  // namespace kapprox
