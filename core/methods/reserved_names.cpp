// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The one list of names that parameters may not have.
#include "methods/reserved_names.hpp"

#include <algorithm>
#include <array>

namespace kapprox {
namespace {

using namespace std::string_view_literals;

constexpr std::array dimensions_and_columns = {
    "config"sv,
    "case"sv,
    "trial"sv,
    "draws"sv,
    "method"sv,
    "label"sv,
    "kind"sv,
    "plugin"sv,
    "config_key"sv,
    "case_key"sv,
    "feature_dim"sv,
    "case_feature_dim"sv,
    "source"sv,
    "problem"sv,
    "exact"sv,
    "log_exact"sv,
    "trials"sv,
    "failed"sv,
    "status"sv,
    "message"sv,
    "budget"sv,
    "budget_kind"sv,
    "reduced"sv,
    "logit_scale"sv,
    "ambient_dim"sv,
    "query"sv,
    "key"sv,
    "log_unit"sv,
    "projections_per_token"sv,
    "multiply_adds_per_token"sv,
    "multiply_adds"sv,
    "exact_norm"sv,
    "average_error"sv,
    "exact_uniform_distance"sv,
    "exact_effective_keys"sv,
    "exact_numerical_rank"sv,
    "exact_effective_rank"sv,
    "exact_row_entropy"sv,
    "exact_top_1"sv,
    "exact_top_8"sv,
    "exact_sparsity"sv,
    "mean_squared_norm"sv,
    "exact_log_sum_exp"sv,
    "logit_spread"sv,
    "logit_std"sv,
    "uniform_error"sv,
    "uniform_log_sum_exp_error"sv,
    "beyond_radius"sv,
    "mean_log_sum_exp"sv,
    "choosing_queries"sv,
    "candidate_blocks"sv,
    "block_score_std"sv,
    "within_block_std"sv,
    "chance_recall"sv,
    "chance_mass"sv,
    "exact_captured_mass"sv,
    "exact_output_error"sv,
    "summary_numbers"sv,
    "scoring_multiply_adds"sv,
};

// Each one also with the suffix _se, its standard error.
constexpr std::array measures = {
    "mean"sv,
    "bias"sv,
    "variance"sv,
    "mse"sv,
    "relative_mean"sv,
    "relative_bias"sv,
    "relative_variance"sv,
    "relative_mse"sv,
    "error"sv,
    "squared_error"sv,
    "bias_squared"sv,
    "row_error"sv,
    "max_row_error"sv,
    "absolute_error"sv,
    "total_variation"sv,
    "kl_divergence"sv,
    "wasserstein"sv,
    "kolmogorov_smirnov"sv,
    "negative_mass"sv,
    "effective_keys"sv,
    "uniform_distance"sv,
    "negative_normalisers"sv,
    "no_mass"sv,
    "numerical_rank"sv,
    "effective_rank"sv,
    "row_entropy"sv,
    "top_1"sv,
    "top_8"sv,
    "sparsity"sv,
    "log_sum_exp"sv,
    "log_sum_exp_error"sv,
    "weight_error"sv,
    "row_sum_defect"sv,
    "score_bias"sv,
    "score_error"sv,
    "score_correlation"sv,
    "kendall_tau"sv,
    "recall"sv,
    "captured_mass"sv,
    "output_error"sv,
};

constexpr std::array companions = {
    "theory_mean"sv,
    "theory_bias"sv,
    "theory_variance"sv,
    "theory_bias_squared"sv,
    "theory_normaliser_variance"sv,
    "theory_relative_mean"sv,
    "theory_relative_bias"sv,
    "theory_relative_variance"sv,
    "theory_kurtosis"sv,
    "z_mean"sv,
    "z_variance"sv,
    "skewness"sv,
    "kurtosis"sv,
    "largest_share"sv,
    "minimum"sv,
    "maximum"sv,
};

}  // namespace

std::vector<std::string> reserved_names() {
  std::vector<std::string> names(dimensions_and_columns.begin(), dimensions_and_columns.end());
  names.insert(names.end(), companions.begin(), companions.end());
  for (const std::string_view measure : measures) {
    names.emplace_back(measure);
    names.push_back(std::string(measure) + "_se");
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_reserved_name(std::string_view name) {
  const std::vector<std::string> names = reserved_names();
  return name.starts_with("input_") || std::binary_search(names.begin(), names.end(), name);
}

}  // namespace kapprox
