// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a group must be before it is written. Each rule keeps a file from being unreadable in one of
// the two xarray engines.
#include "io/dataset_image.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace kapprox {

namespace {

[[noreturn]] void refuse(const std::string& where, std::string_view what, std::string_view must) {
  throw Error(fmt::format("{}: {}, but must be {}", where, what, must));
}

void check_word(const std::string& where, const std::string& name) {
  const bool good =
      !name.empty() && name.front() != '_' && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
      });
  if (!good)
    refuse(where, fmt::format("the name is '{}'", name), "letters, digits and underscores");
}

// Names that HDF5's dimension scales and xarray's decoding keep for themselves.
void check_attributes(const std::string& where, const Attributes& attributes) {
  static constexpr std::array<std::string_view, 9> reserved = {
      "CLASS",        "NAME",       "DIMENSION_LIST", "REFERENCE_LIST", "_FillValue",
      "scale_factor", "add_offset", "missing_value",  "dtype"};
  std::set<std::string> seen;
  for (const auto& [name, value] : attributes) {
    if (name.empty() || std::find(reserved.begin(), reserved.end(), name) != reserved.end())
      refuse(where, fmt::format("an attribute is named '{}'", name), "a name that is not reserved");
    if (!seen.insert(name).second)
      refuse(where, fmt::format("the attribute {} is given twice", name), "given once");
  }
}

void check_variable(const std::string& where, const Group& group, const Variable& variable) {
  std::int64_t expected = 1;
  for (const std::string& dimension : variable.dimensions) {
    const auto found = std::find_if(group.dimensions.begin(), group.dimensions.end(),
                                    [&](const auto& d) { return d.first == dimension; });
    if (found == group.dimensions.end())
      refuse(where, fmt::format("the dimension {} is unknown", dimension),
             "a dimension of its group");
    expected *= found->second;
    if (variable.name == dimension && variable.dimensions.size() != 1)
      refuse(where, "a variable named like a dimension has others too", "along that one alone");
  }
  const bool is_dimension = std::any_of(group.dimensions.begin(), group.dimensions.end(),
                                        [&](const auto& d) { return d.first == variable.name; });
  if (is_dimension &&
      (variable.dimensions.size() != 1 || variable.dimensions.front() != variable.name))
    refuse(where, "a variable named like a dimension lies elsewhere", "along that dimension");
  if (data_size(variable.data) != expected)
    refuse(where, fmt::format("there are {} values", data_size(variable.data)),
           fmt::format("{}, the product of its dimensions", expected));
  for (const std::string_view needed : {"units", "long_name"})
    if (std::none_of(variable.attributes.begin(), variable.attributes.end(),
                     [&](const auto& a) { return a.first == needed; }))
      refuse(where, fmt::format("the attribute {} is missing", needed), "given");
  check_attributes(where, variable.attributes);
}

void check_group(const Group& group) {
  const std::string where = "group '" + group.name + "'";
  if (!group.name.empty()) check_word(where, group.name);
  check_attributes(where, group.attributes);
  std::set<std::string> dimensions;
  for (const auto& [name, length] : group.dimensions) {
    const std::string at = fmt::format("{}, dimension {}", where, name);
    check_word(at, name);
    if (length < 0) refuse(at, fmt::format("the length is {}", length), "≥ 0");
    if (!dimensions.insert(name).second) refuse(at, "it is given twice", "unique");
  }
  std::set<std::string> variables;
  for (const Variable& variable : group.variables) {
    const std::string at = where + ", variable " + variable.name;
    check_word(at, variable.name);
    if (!variables.insert(variable.name).second) refuse(at, "it is given twice", "unique");
    check_variable(at, group, variable);
  }
}

}  // namespace

std::int64_t data_size(const VariableData& data) {
  return std::visit([](const auto& values) { return static_cast<std::int64_t>(values.size()); },
                    data);
}

void check_groups(const std::vector<Group>& groups) {
  std::set<std::string> names;
  for (const Group& group : groups) {
    if (!names.insert(group.name).second)
      refuse("group '" + group.name + "'", "it is given twice", "unique");
    for (const Variable& root : groups.front().variables)
      if (groups.front().name.empty() && root.name == group.name)
        refuse("group '" + group.name + "'", "a variable of the root has its name", "unique");
    check_group(group);
  }
}

}  // namespace kapprox
