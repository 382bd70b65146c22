// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The words of messages and of `kapprox info`.
#include "methods/parameters_text.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

namespace kapprox {
namespace {

std::string range_text(const Declaration& declaration) {
  if (declaration.least && declaration.most)
    return fmt::format(" from {} to {}", shortest(*declaration.least), shortest(*declaration.most));
  if (declaration.least) return fmt::format(" of at least {}", shortest(*declaration.least));
  if (declaration.most) return fmt::format(" of at most {}", shortest(*declaration.most));
  return {};
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
};

}  // namespace

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
      return fmt::format("a {} method", kind_name(*declaration.nested_kind));
  }
  return {};
}

std::string default_text(const Declaration& declaration) {
  const std::optional<GivenValue> value = default_value(declaration);
  if (!value) return {};
  const std::string* word = std::get_if<std::string>(&*value);
  return word != nullptr ? *word : given_text(*value);
}

std::string given_text(const GivenValue& value) { return std::visit(InWords{}, value); }

std::optional<GivenValue> default_value(const Declaration& declaration) {
  if (const auto* number = std::get_if<std::int64_t>(&declaration.fallback)) return *number;
  if (const auto* number = std::get_if<double>(&declaration.fallback)) return *number;
  if (const auto* truth = std::get_if<bool>(&declaration.fallback)) return *truth;
  if (const auto* word = std::get_if<std::string>(&declaration.fallback)) return *word;
  return std::nullopt;
}

}  // namespace kapprox
