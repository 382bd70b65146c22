// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The one table of what a results file of a kind holds: name, dimensions, units and meaning of
// every variable and attribute. The writer takes its text from here, and a test holds
// docs/results.md against it.
#pragma once

#include "io/dataset.hpp"
#include "study/kinds/study_kind.hpp"

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
  std::string meaning;      // a sentence for docs/results.md
  std::string kind = {};    // "": of every kind
  bool is_measure = false;  // a numeric measure of a point, part of the digest
};

class ResultsSchema {
 public:
  explicit ResultsSchema(const StudyKind& kind);

  // In file order. Parameter columns and input coordinates come on top: their names are the
  // study's.
  const std::vector<VariableSpec>& table() const { return table_; }

  // Throws Error when the table has no such variable: a fault of the writer.
  const VariableSpec& of(const std::string& group, const std::string& name) const;

  // A variable with the units and long_name of the table.
  Variable described(const std::string& group, const std::string& name, VariableData data) const;

  // True for a name that a column of the study may not have, because the root has a variable so.
  bool has_name(const std::string& name) const;

 private:
  std::vector<VariableSpec> table_;
};

// Of this kind, made once.
const ResultsSchema& results_schema(const StudyKind& kind);

}  // namespace kapprox
