// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The part of a results file that the plan alone decides: what each config and each case is.
#pragma once

#include "io/dataset.hpp"
#include "study/ground.hpp"
#include "study/plan.hpp"

#include <string>
#include <vector>

namespace kapprox {

struct CaseColumn {
  Index problem = 0;
  const Case* source = nullptr;
  std::vector<double> facts;  // KindTexts::facts
  // Content that the problem's data-dependent methods are fitted to; "" where the study has none.
  std::string fit_digest;
};

// One for every place along `case`.
std::vector<CaseColumn> case_columns(const Plan& plan, const Grounds& grounds);

// What one point is, beside its tally. `column` must outlive it.
PointContext context_of(const Plan& plan, Index config, const CaseColumn& column);

// method, label, config_key, one column per parameter (NaN or "" where a config has none), costs.
std::vector<Variable> config_variables(const Plan& plan);

// source, every input coordinate (input_<name> where that is a parameter or a measure), the kind's
// facts.
std::vector<Variable> case_variables(const Plan& plan, const std::vector<CaseColumn>& columns);

}  // namespace kapprox
