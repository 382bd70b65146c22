// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The state of a run as the groups of a results file (docs/results.md).
#pragma once

#include "io/dataset.hpp"
#include "study/results_columns.hpp"
#include "study/results_schema.hpp"
#include "study/unit_runner.hpp"

#include <string>
#include <vector>

namespace kapprox {

class ResultsGroups {
 public:
  ResultsGroups(const Plan& plan, const Grounds& grounds);

  // The root: columns, measures, digests.
  Group root(const RunState& state) const;
  // Seconds per config and problem, all runs together.
  Group timing(const RunState& state, double total_seconds) const;
  // What a later run needs to go on from here.
  Group resume(const RunState& state) const;

  const std::vector<CaseColumn>& columns() const { return columns_; }

 private:
  std::string content_digest(const Group& root) const;

  const Plan& plan_;
  const ResultsSchema& schema_;
  std::vector<CaseColumn> columns_;
  std::vector<Variable> config_variables_;
  std::vector<Variable> case_variables_;
  std::string coordinates_;            // names of all columns, for the attribute of that name
  std::vector<Index> sorted_configs_;  // by key
  std::vector<Index> sorted_columns_;  // by case key
};

}  // namespace kapprox
