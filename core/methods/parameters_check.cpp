// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The checks behind every value that a user or a plugin gives for a parameter.
#include "methods/parameters_check.hpp"

#include "base/text.hpp"
#include "methods/parameters_text.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace kapprox {
namespace {

// Whole numbers up to 2^53 are exact as doubles; beyond, a real number may hide another whole one.
constexpr double largest_exact_whole = 9007199254740992.0;

std::optional<std::int64_t> as_integer(const GivenValue& given) {
  if (const auto* number = std::get_if<std::int64_t>(&given)) return *number;
  const auto* number = std::get_if<double>(&given);
  if (number == nullptr || std::trunc(*number) != *number ||
      std::abs(*number) > largest_exact_whole)
    return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

std::optional<double> as_real(const GivenValue& given) {
  if (const auto* number = std::get_if<std::int64_t>(&given)) return static_cast<double>(*number);
  const auto* number = std::get_if<double>(&given);
  if (number == nullptr || !std::isfinite(*number)) return std::nullopt;
  return *number;
}

bool in_range(const Declaration& declaration, double value) {
  const bool too_small =
      declaration.least &&
      (declaration.least_is_excluded ? value <= *declaration.least : value < *declaration.least);
  const bool too_large =
      declaration.most &&
      (declaration.most_is_excluded ? value >= *declaration.most : value > *declaration.most);
  return !too_small && !too_large;
}

// The numbers of a list, or nothing where one is no number or out of range.
std::optional<std::vector<double>> as_reals(const Declaration& declaration,
                                            const GivenValue& given) {
  const auto* list = std::get_if<std::shared_ptr<GivenList>>(&given);
  if (list == nullptr) return std::nullopt;
  std::vector<double> numbers;
  for (const GivenValue& value : (*list)->values) {
    const std::optional<double> number = as_real(value);
    if (!number || !in_range(declaration, *number)) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

std::string suggestion(const std::string& given, const std::vector<std::string>& candidates,
                       const std::string& otherwise) {
  const std::string near = nearest(given, candidates);
  return near.empty() ? otherwise : fmt::format("did you mean {}?", near);
}

void refuse_value(const Declaration& declaration, const GivenValue& given,
                  const std::string& where) {
  const std::string* word = std::get_if<std::string>(&given);
  const std::string advice =
      word != nullptr ? suggestion(*word, declaration.choices, "change it.") : "change it.";
  throw InputError(fmt::format("{}: {} is {}, but must be {}; {}", where, declaration.name,
                               given_text(given), allowed_text(declaration), advice));
}

Parameters::Value checked_value(const Declaration& declaration, const GivenValue& given,
                                const std::string& where) {
  switch (declaration.type) {
    case ParameterType::integer:
      if (const auto number = as_integer(given);
          number && in_range(declaration, static_cast<double>(*number)))
        return *number;
      break;
    case ParameterType::real:
      if (const auto number = as_real(given); number && in_range(declaration, *number))
        return *number;
      break;
    case ParameterType::boolean:
      if (const auto* truth = std::get_if<bool>(&given)) return *truth;
      break;
    case ParameterType::choice:
      if (const auto* word = std::get_if<std::string>(&given);
          word != nullptr && std::find(declaration.choices.begin(), declaration.choices.end(),
                                       *word) != declaration.choices.end())
        return *word;
      break;
    case ParameterType::reals:
      if (auto numbers = as_reals(declaration, given)) return std::move(*numbers);
      break;
    case ParameterType::method:
    case ParameterType::methods:
      break;
  }
  refuse_value(declaration, given, where);
}

}  // namespace kapprox
