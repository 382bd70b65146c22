// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The one table of what a results file holds: name, dimensions, units and meaning of every variable
// and attribute. The writer takes its text from here, and a test holds docs/results.md against it.
#pragma once

#include "io/dataset.hpp"
#include "study/measures.hpp"

#include <string>
#include <vector>

namespace kapprox {

inline constexpr const char* results_schema_name = "kapprox-results";
inline constexpr const char* results_schema_version = "1.0";

struct VariableSpec {
  std::string group;  // "" is the root
  std::string name;
  std::vector<std::string> dimensions;  // empty: an attribute of its group
  std::string units;
  std::string long_name;
  std::string meaning;                       // a sentence for docs/results.md
  double PointMeasures::*measure = nullptr;  // numeric measures of a point, part of the digest
};

// In file order. Parameter columns and input coordinates come on top: their names are the study's.
const std::vector<VariableSpec>& results_schema();

// Throws Error when the table has no such variable: a fault of the writer.
const VariableSpec& schema_of(const std::string& group, const std::string& name);

// A variable with the units and long_name of the table.
Variable described(const std::string& group, const std::string& name, VariableData data);

// True for a name that a column of the study may not have, because the root has a variable so.
bool is_schema_name(const std::string& name);

}  // namespace kapprox
