// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From the tally of a point of an attention study to its measures: means of the scalars of trials
// with their standard errors, theory beside them, and the words of the status.
#pragma once

#include "study/kinds/study_kind.hpp"

#include <vector>

namespace kapprox {

// Names and meanings, in the order of the results file.
const std::vector<ColumnText>& attention_measure_texts();
std::vector<double> attention_measures(const PointState& state, const PointContext& context);

// Rows this near to uniform, and nearer by this factor than exact rows, have collapsed.
inline constexpr double collapsed_distance = 0.1;
inline constexpr double collapsed_share = 0.25;

// Rows within rounding of uniform, none of which lost its mass, are so by design: the baseline.
inline constexpr double uniform_by_design = 1e-12;

// Squares of an exact output of less than this norm lose digits at the lower end of double.
inline constexpr double least_exact_norm = 1e-145;

// Whether errors relative to an exact output of this norm are defined; false for NaN.
bool has_unit(double exact_norm);

// Theory is of first order in the relative variance of a row's normaliser: with more of it than
// this in any row no z-score is made. Measured over theory: 0.94 to 1.04 below 0.03, 0.4 at 0.04.
inline constexpr double most_normaliser_variance = 0.02;

// One trial with more than this share of Σ squared_error decides it, where there are at least so
// many trials.
inline constexpr double heavy_share = 0.5;
inline constexpr std::int64_t heavy_trials = 10;

PointStatus attention_status(const PointState& state, const PointContext& context);

}  // namespace kapprox
