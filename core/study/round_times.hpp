// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the rounds of a kind that measures time say: medians, ratios to the baseline in the same
// round, and the length from which on a method is faster than the baseline.
#pragma once

#include "io/dataset.hpp"
#include "study/results_columns.hpp"
#include "study/results_schema.hpp"

#include <span>
#include <vector>

namespace kapprox {

// The variables of the group `timing` along (config, case), and round_seconds along (config, case,
// round). `seconds` are points × rounds, NaN where not measured.
std::vector<Variable> round_time_variables(const Plan& plan, const std::vector<CaseColumn>& columns,
                                           const std::vector<PointState>& points,
                                           const std::vector<double>& seconds);

// Key of the config that others are compared with: the first that the kind takes for one; "" where
// the study has none.
std::string baseline_key(const Plan& plan);

// The length from which on every ratio is below 1, interpolated in the logarithms of both; 0 where
// all are, infinity where the last is not, NaN where a ratio is. `lengths` ascend.
double crossover(std::span<const double> lengths, std::span<const double> ratios);

}  // namespace kapprox
