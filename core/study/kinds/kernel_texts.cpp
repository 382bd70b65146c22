// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The measures of a kernel study in the order of the results file, with their words.
#include "study/kinds/kernel_measures.hpp"

namespace kapprox {

namespace {

struct Measure {
  ColumnText text;
  double PointMeasures::*value;
};

using M = PointMeasures;

const Measure table[] = {
    {{"mean", "mean of the estimates", "mean over trials"}, &M::mean},
    {{"mean_se", "standard error of mean", "√(variance / trials)"}, &M::mean_se},
    {{"bias", "mean − exact", "mean minus the exact kernel"}, &M::bias},
    {{"bias_se", "standard error of bias", "that of the mean"}, &M::bias_se},
    {{"variance", "variance of the estimates", "over trials, divided by trials − 1"}, &M::variance},
    {{"variance_se", "standard error of variance", "from the fourth central moment"},
     &M::variance_se},
    {{"mse", "mean squared error", "mean of (estimate − exact)²"}, &M::mse},
    {{"mse_se", "standard error of mse", "from the second to fourth moments"}, &M::mse_se},
    {{"relative_bias", "bias / exact", "mean of r = estimate/exact − 1"}, &M::relative_bias},
    {{"relative_bias_se", "standard error of relative_bias", "√(Var r / trials)"},
     &M::relative_bias_se},
    {{"relative_variance", "variance / exact²", "sample variance of r"}, &M::relative_variance},
    {{"relative_variance_se", "standard error of relative_variance",
      "from the fourth central moment"},
     &M::relative_variance_se},
    {{"relative_mse", "mse / exact²", "mean of r²"}, &M::relative_mse},
    {{"relative_mse_se", "standard error of relative_mse", "from the second to fourth moments"},
     &M::relative_mse_se},
    {{"theory_mean", "mean by theory",
      "closed form; NaN where unknown, or beyond double: message tells"},
     &M::theory_mean},
    {{"theory_variance", "variance by theory",
      "closed form; NaN where unknown, or beyond double: message tells"},
     &M::theory_variance},
    {{"theory_relative_bias", "relative bias by theory", "closed form of E r; NaN as theory_mean"},
     &M::theory_relative_bias},
    {{"theory_relative_variance", "relative variance by theory",
      "closed form of Var r; NaN as theory_mean"},
     &M::theory_relative_variance},
    {{"z_mean", "z-score of the mean",
      "(mean − theory) / √(theory variance / trials), or the measured error where theory gives no "
      "variance; NaN for deterministic methods"},
     &M::z_mean},
    {{"z_variance", "z-score of the variance",
      "(variance − theory) / standard error, which is theory's where its fourth moment is exact, "
      "else the measured one; NaN for deterministic methods"},
     &M::z_variance},
    {{"kurtosis", "kurtosis of the estimates",
      "fourth central moment / variance²: 3 for a normal law"},
     &M::kurtosis},
    {{"largest_share", "largest share of one trial",
      "the largest squared deviation as a share of their sum: near 1, one trial decides the "
      "variance"},
     &M::largest_share},
    {{"case_feature_dim", "real feature dimension D at this case", "D for the d of the case"},
     &M::case_feature_dim},
};

}  // namespace

const std::vector<ColumnText>& kernel_measure_texts() {
  static const std::vector<ColumnText> texts = [] {
    std::vector<ColumnText> all;
    for (const Measure& measure : table) all.push_back(measure.text);
    return all;
  }();
  return texts;
}

std::vector<double> in_file_order(const PointMeasures& measures) {
  std::vector<double> values;
  for (const Measure& measure : table) values.push_back(measures.*measure.value);
  return values;
}

PointMeasures from_file_order(std::span<const double> measures) {
  PointMeasures result{};
  std::size_t i = 0;
  for (const Measure& measure : table) result.*measure.value = measures[i++];
  return result;
}

}  // namespace kapprox
