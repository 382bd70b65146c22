// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From the tally of a point of a kernel study to its measures: pure functions of central moments of
// r = estimate/exact − 1, the exact value and theory. What is undefined or beyond the range of
// double is NaN, never 0.
#pragma once

#include "study/kinds/study_kind.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kapprox {

// All in the units of a results file; r = estimate/exact − 1. See docs/results.md.
struct PointMeasures {
  double mean, mean_se;
  double bias, bias_se;
  double variance, variance_se;
  double mse, mse_se;
  double relative_bias, relative_bias_se;
  double relative_variance, relative_variance_se;
  double relative_mse, relative_mse_se;
  double theory_mean, theory_variance;
  double theory_relative_bias, theory_relative_variance;
  double z_mean, z_variance;
  double kurtosis, largest_share;
  double case_feature_dim;
};

PointMeasures kernel_measures(const PointState& state, const PointContext& context);

// Names and meanings, in the order of the results file, and the same of a point as numbers.
const std::vector<ColumnText>& kernel_measure_texts();
std::vector<double> in_file_order(const PointMeasures& measures);
PointMeasures from_file_order(std::span<const double> measures);

// exp(log_exact), or NaN where it is not a normal double.
double exact_or_nan(double log_exact);

// A predicted error of the sample variance beyond this: it cannot be trusted.
inline constexpr double heavy_tail_error = 0.10;

// Standard error of the sample variance in units of the variance, as theory predicts it for these
// trials; NaN where theory does not say.
double predicted_variance_error(const PointTheory& theory, std::int64_t trials);

// The first word that applies wins; the message tells all that apply.
PointStatus kernel_status(const PointState& state, const PointContext& context,
                          const PointMeasures& measures);

}  // namespace kapprox
