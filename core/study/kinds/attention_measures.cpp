// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/attention_measures.hpp"

#include "study/kinds/attention_trial.hpp"
#include "study/kinds/scalar_measures.hpp"
#include "study/kinds/status_notes.hpp"

#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

using Scalar = AttentionScalar;

const Moments& moments_of(const Tally& tally, Scalar scalar) {
  return tally.moments[static_cast<std::size_t>(scalar)];
}

double largest_share(const Moments& squared_error, bool random) {
  if (!random || squared_error.count < 2) return undefined;
  return number_or_nan(squared_error.maximum /
                       (static_cast<double>(squared_error.count) * squared_error.mean));
}

}  // namespace

bool has_unit(double exact_norm) {
  return exact_norm >= least_exact_norm && std::isfinite(exact_norm);
}

std::vector<double> attention_measures(const PointState& state, const PointContext& context) {
  const Tally total = state.total();
  const bool random = context.random;
  std::vector<double> values;
  const auto add = [&](Scalar scalar) {
    const Moments& m = moments_of(total, scalar);
    values.push_back(mean_of(m));
    values.push_back(mean_error_of(m, random));
  };
  const Moments& squared_error = moments_of(total, Scalar::squared_error);
  const double error = std::sqrt(mean_of(squared_error));
  values.push_back(error);
  // d√x = dx / (2√x)
  values.push_back(random ? number_or_nan(mean_error_of(squared_error, true) / (2.0 * error))
                          : mean_error_of(squared_error, false));
  for (const Scalar scalar : {Scalar::squared_error, Scalar::bias_squared, Scalar::variance})
    add(scalar);

  const PointTheory& theory = state.theory;
  const Moments& variance = moments_of(total, Scalar::variance);
  values.push_back(number_or_nan(theory.bias * theory.bias));
  values.push_back(number_or_nan(theory.variance));
  values.push_back(number_or_nan(theory.normaliser_variance));
  values.push_back(
      random && theory.normaliser_variance <= most_normaliser_variance && variance.count > 1
          ? number_or_nan((variance.mean - theory.variance) / mean_error_of(variance, true))
          : undefined);
  for (const Scalar scalar :
       {Scalar::row_error, Scalar::max_row_error, Scalar::absolute_error, Scalar::total_variation,
        Scalar::kl_divergence, Scalar::wasserstein, Scalar::kolmogorov_smirnov,
        Scalar::negative_mass, Scalar::effective_keys, Scalar::uniform_distance,
        Scalar::negative_normalisers, Scalar::no_mass})
    add(scalar);
  values.push_back(largest_share(squared_error, random));
  values.push_back(static_cast<double>(context.cost.feature_dim));
  values.push_back(context.cost.multiply_adds);
  return values;
}

PointStatus attention_status(const PointState& state, const PointContext& context) {
  StatusNotes notes;
  const Tally total = state.total();
  if (!notes.add_progress(state, total, context.trials_wanted)) return notes.status();
  const double norm = context.facts[0];  // exact_norm
  if (total.done > 0 && !has_unit(norm))
    notes.add("undefined",
              fmt::format("the exact output has norm {}, so that errors relative to it are "
                          "undefined; let queries see keys, and scale values that are all 0 or "
                          "whose squares leave double",
                          norm));
  const double uniform = mean_of(moments_of(total, Scalar::uniform_distance));
  const double exact = context.facts[2];  // exact_uniform_distance
  const bool is_baseline =
      uniform <= uniform_by_design && mean_of(moments_of(total, Scalar::no_mass)) == 0.0;
  if (!is_baseline && uniform < collapsed_distance && uniform < collapsed_share * exact)
    notes.add("collapsed",
              fmt::format("rows are {:.2g} in total variation from uniform on average, where exact "
                          "rows are {:.2g}: the output is little more than the mean of the values",
                          uniform, exact));
  const double share = largest_share(moments_of(total, Scalar::squared_error), context.random);
  if (total.done >= heavy_trials && share > heavy_share)
    notes.add(
        "heavy_tail",
        fmt::format("one trial has {:.0f} % of the squared error of all {}: their mean is not "
                    "to be believed",
                    100.0 * share, total.done));
  if (context.random && state.theory.known &&
      !(state.theory.normaliser_variance <= most_normaliser_variance))
    notes.add("ok",
              fmt::format("first-order theory does not hold here: it gives the normaliser of a "
                          "row a relative variance of {:.2g}, above {}, and z_variance is NaN",
                          state.theory.normaliser_variance, most_normaliser_variance));
  notes.add("ok", state.theory.note);
  return notes.status();
}

}  // namespace kapprox
