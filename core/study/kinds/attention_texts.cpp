// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The measures of an attention study in the order of the results file, with their words.
#include "study/kinds/attention_measures.hpp"

namespace kapprox {

const std::vector<ColumnText>& attention_measure_texts() {
  static const std::vector<ColumnText> texts = {
      {"error", "relative error of the output", "√ squared_error"},
      {"error_se", "standard error of error", "from that of squared_error, to first order"},
      {"squared_error", "relative squared error of the output",
       "mean of ‖out − o‖² / ‖o‖², Frobenius, o the exact output"},
      {"squared_error_se", "standard error of squared_error", "over trials"},
      {"bias_squared", "squared bias of the output",
       "mean of ⟨a − o, b − o⟩ / ‖o‖², a and b the two draws of a trial; unbiased, so it may be "
       "negative"},
      {"bias_squared_se", "standard error of bias_squared", "over trials"},
      {"variance", "variance of the output", "mean of ‖a − b‖² / (2 ‖o‖²)"},
      {"variance_se", "standard error of variance", "over trials"},
      {"theory_bias_squared", "squared bias by theory",
       "‖E out − o‖² / ‖o‖² to first order in the variance of features; NaN where unknown, as in "
       "problems too large for it"},
      {"theory_variance", "variance by theory", "likewise"},
      {"theory_normaliser_variance", "relative variance of the normaliser by theory",
       "the largest of the rows; what all keys share counts here and cancels in theory_variance, "
       "and theory holds where this is small"},
      {"z_variance", "z-score of the variance",
       "(variance − theory) / standard error; NaN where theory_normaliser_variance is above 0.02, "
       "where the first order does not hold; many trials show what it leaves out"},
      {"row_error", "mean relative error of rows", "mean over rows of ‖out_i − o_i‖ / ‖o_i‖"},
      {"row_error_se", "standard error of row_error", "over trials"},
      {"max_row_error", "largest relative error of a row", "mean over trials of the largest"},
      {"max_row_error_se", "standard error of max_row_error", "over trials"},
      {"absolute_error", "relative absolute error", "mean of Σ |out − o| / Σ |o|"},
      {"absolute_error_se", "standard error of absolute_error", "over trials"},
      {"total_variation", "total variation to exact weights", "mean over rows of ½ Σ |a − w|"},
      {"total_variation_se", "standard error of total_variation", "over trials"},
      {"kl_divergence", "KL divergence of weights from exact ones",
       "mean over rows of Σ a log(a/w), over the trials whose weights are all above 0"},
      {"kl_divergence_se", "standard error of kl_divergence", "over trials"},
      {"wasserstein", "Wasserstein-1 distance over positions",
       "mean over rows, in positions; negative weights clipped to 0 and the row divided by its "
       "sum, uniform where that is 0"},
      {"wasserstein_se", "standard error of wasserstein", "over trials"},
      {"kolmogorov_smirnov", "Kolmogorov–Smirnov distance over positions", "likewise"},
      {"kolmogorov_smirnov_se", "standard error of kolmogorov_smirnov", "over trials"},
      {"negative_mass", "negative mass of weights", "mean over rows of Σ max(−w, 0)"},
      {"negative_mass_se", "standard error of negative_mass", "over trials"},
      {"effective_keys", "effective keys", "mean over rows of 1/Σ w², 0 for a row without weights"},
      {"effective_keys_se", "standard error of effective_keys", "over trials"},
      {"uniform_distance", "distance of weights to uniform",
       "mean over rows of ½ Σ |w − 1/n| over the n keys a row may see"},
      {"uniform_distance_se", "standard error of uniform_distance", "over trials"},
      {"negative_normalisers", "share of rows with a negative normaliser",
       "counted, never clamped; NaN where the method has no normaliser"},
      {"negative_normalisers_se", "standard error of negative_normalisers", "over trials"},
      {"no_mass", "share of rows without mass",
       "their normaliser is 0, not finite or beyond exp(±2⁵²), and they are the mean of what they "
       "see"},
      {"no_mass_se", "standard error of no_mass", "over trials"},
      {"largest_share", "largest share of one trial",
       "its squared error as a share of the sum: near 1, one trial decides the mean"},
      {"case_feature_dim", "real feature dimension D at this case", "D for the d of the case"},
      {"multiply_adds", "multiply-adds", "of one output, as the method counts"}};
  return texts;
}

}  // namespace kapprox
