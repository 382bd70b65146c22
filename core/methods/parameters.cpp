// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Declarations as an author writes them, and the checked values a constructor reads. What a user
// gives is held against the declarations in build.cpp.
#include <kapprox/error.hpp>
#include <kapprox/parameters.hpp>

#include <fmt/format.h>

#include <utility>

namespace kapprox {
namespace {

// The value of that name and type; anything else is a fault of the plugin.
template <class T>
const T& value_as(const std::map<std::string, Parameters::Value, std::less<>>& values,
                  std::string_view name, std::string_view type) {
  const auto found = values.find(name);
  if (found == values.end())
    throw Error(fmt::format(
        "Parameters: {} is not among the declared parameters, but must be; declare it.", name));
  const T* value = std::get_if<T>(&found->second);
  if (value == nullptr)
    throw Error(
        fmt::format("Parameters: {} is read as {}, but must be read as the type it was declared "
                    "with; change one of the two.",
                    name, type));
  return *value;
}

}  // namespace

Declaration& Declaration::at_least(double bound) {
  least = bound;
  return *this;
}

Declaration& Declaration::at_most(double bound) {
  most = bound;
  return *this;
}

Declaration& Declaration::above(double bound) {
  least = bound;
  least_is_excluded = true;
  return *this;
}

Declaration& Declaration::below(double bound) {
  most = bound;
  most_is_excluded = true;
  return *this;
}

Declaration& Declaration::handing_down(std::vector<std::string> names) {
  handed_down = std::move(names);
  return *this;
}

Declaration& Declarations::add(Declaration declaration) {
  if (find(declaration.name) != nullptr)
    throw InputError(
        fmt::format("parameter {} is declared twice, but names must be unique within a method; "
                    "rename one.",
                    declaration.name));
  declarations_.push_back(std::move(declaration));
  return declarations_.back();
}

Declaration& Declarations::integer(std::string_view name, std::string_view help) {
  return add(Declaration(ParameterType::integer, name, help));
}

Declaration& Declarations::real(std::string_view name, std::string_view help) {
  return add(Declaration(ParameterType::real, name, help));
}

Declaration& Declarations::boolean(std::string_view name, std::string_view help) {
  return add(Declaration(ParameterType::boolean, name, help));
}

Declaration& Declarations::choice(std::string_view name, std::string_view help,
                                  std::vector<std::string> choices) {
  Declaration declaration(ParameterType::choice, name, help);
  if (!choices.empty()) declaration.fallback = choices.front();
  declaration.choices = std::move(choices);
  return add(std::move(declaration));
}

Declaration& Declarations::method(Kind kind, std::string_view name, std::string_view help) {
  Declaration declaration(ParameterType::method, name, help);
  declaration.nested_kind = kind;
  return add(std::move(declaration));
}

Declaration& Declarations::reals(std::string_view name, std::string_view help) {
  return add(Declaration(ParameterType::reals, name, help));
}

Declaration& Declarations::methods(Kind kind, std::string_view name, std::string_view help) {
  Declaration declaration(ParameterType::methods, name, help);
  declaration.nested_kind = kind;
  return add(std::move(declaration));
}

const Declaration* Declarations::find(std::string_view name) const {
  for (const Declaration& declaration : declarations_)
    if (declaration.name == name) return &declaration;
  return nullptr;
}

std::int64_t Parameters::integer(std::string_view name) const {
  return value_as<std::int64_t>(values_, name, "a whole number");
}

double Parameters::real(std::string_view name) const {
  return value_as<double>(values_, name, "a real number");
}

bool Parameters::boolean(std::string_view name) const {
  return value_as<bool>(values_, name, "a boolean");
}

const std::string& Parameters::choice(std::string_view name) const {
  return value_as<std::string>(values_, name, "a choice");
}

const std::vector<double>& Parameters::reals(std::string_view name) const {
  return value_as<std::vector<double>>(values_, name, "a list of real numbers");
}

const std::vector<std::shared_ptr<const Method>>& Parameters::nested_list(
    std::string_view name) const {
  return value_as<std::vector<std::shared_ptr<const Method>>>(values_, name, "a list of methods");
}

std::shared_ptr<const Method> Parameters::nested(std::string_view name) const {
  return value_as<std::shared_ptr<const Method>>(values_, name, "a method");
}

void Parameters::set(std::string_view name, Value value) {
  values_.insert_or_assign(std::string(name), std::move(value));
}

}  // namespace kapprox
