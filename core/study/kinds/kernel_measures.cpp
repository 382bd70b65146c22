// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/kernel_measures.hpp"

#include "study/kinds/scalar_measures.hpp"

#include "study/kinds/status_notes.hpp"

#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

// Rounding of one estimate, relative: sums of up to 1e5 features of size ≤ 1 lose at most about
// 1e-12. A z-score is never sharper than this, so that a law of variance 0 gives z near 0.
constexpr double rounding = 1e-12;

// value · factor where the result is a normal number or an honest 0.
double scaled(double value, double factor) {
  const double product = value * factor;
  if (!std::isfinite(product)) return undefined;
  const bool underflow = value != 0.0 && !std::isnormal(product);
  return underflow ? undefined : product;
}

struct Spread {
  double variance, variance_se, mean_se, mse_se;
};

Spread spread_of(const Moments& r, bool random) {
  if (!random && r.count > 0) return {0.0, 0.0, 0.0, 0.0};
  return {r.variance(), r.variance_standard_error(), r.mean_standard_error(),
          r.mean_square_about_standard_error(0.0)};
}

double z_of_mean(const Moments& r, const Spread& spread, const PointTheory& theory) {
  const double trials = static_cast<double>(r.count);
  if (std::isinf(theory.variance)) return undefined;  // an infinite error would call all z's 0
  const double se =
      std::isnan(theory.variance) ? spread.mean_se : std::sqrt(theory.variance / trials);
  return number_or_nan((r.mean - theory.bias) / std::hypot(se, rounding));
}

double z_of_variance(const Moments& r, const Spread& spread, const PointTheory& theory) {
  // Var(s²) = σ⁴ (κ − (n − 3)/(n − 1)) / n. Where κ is only a guide (coupled directions, hybrids
  // whose bases share ω), it is that of another law, with independent directions or bases. Where
  // bases or directions cancel, the two may differ by any factor, either way, and z would be wrong
  // by the root of that factor however many trials there are. The measured error tends to the true
  // one.
  const double n = static_cast<double>(r.count);
  double se = spread.variance_se;
  if (theory.kurtosis_is_exact && std::isfinite(theory.kurtosis))
    se = theory.variance * predicted_variance_error(theory, r.count);
  if (n < 2.0) return undefined;
  return number_or_nan((spread.variance - theory.variance) / std::hypot(se, rounding * rounding));
}

// What is NaN of a theory that is known, as one clause; "" where nothing is.
std::string beyond_double(const PointTheory& theory, const PointMeasures& m) {
  if (!theory.known) return "";
  const bool mean = !std::isfinite(theory.bias);
  const bool variance = !std::isfinite(theory.variance);
  if (mean || variance)
    return fmt::format(
        "theory is known, but its relative {} beyond the range of double, so that it and the "
        "z-scores that need it are NaN",
        mean && variance ? "mean and variance are"
        : mean           ? "mean is"
                         : "variance is");
  if (std::isnan(m.theory_variance) && !std::isnan(m.variance))
    return "theory is known, but its variance times exact² is beyond the range of double; the "
           "relative one stands";
  return "";
}

}  // namespace

double exact_or_nan(double log_exact) {
  const double exact = std::exp(log_exact);
  return std::isnormal(exact) ? exact : undefined;
}

double predicted_variance_error(const PointTheory& theory, std::int64_t trials) {
  if (!theory.known || trials < 2 || std::isnan(theory.kurtosis)) return undefined;
  const double n = static_cast<double>(trials);
  return std::sqrt(std::max(theory.kurtosis - (n - 3.0) / (n - 1.0), 0.0) / n);
}

PointMeasures kernel_measures(const PointState& state, const PointContext& context) {
  const Moments r = state.total().moments.front();
  const Spread spread = spread_of(r, context.random);
  const double bias = r.count > 0 ? r.mean : undefined;
  const double mse = context.random || r.count == 0 ? r.mean_square_about(0.0) : bias * bias;
  const double log_exact = context.facts.front();
  const double exact = std::exp(log_exact);
  const double exact2 = std::exp(2.0 * log_exact);
  const bool normal = std::isnormal(exact);
  const auto absolute = [&](double value) { return normal ? scaled(value, exact) : undefined; };
  const auto squared = [&](double value) {
    return normal && std::isnormal(exact2) ? scaled(value, exact2) : undefined;
  };
  const PointTheory& theory = state.theory;
  const bool compared = context.random && theory.known && r.count > 0;

  PointMeasures m{};
  m.mean = absolute(1.0 + bias);
  m.bias = absolute(bias);
  m.mean_se = m.bias_se = absolute(spread.mean_se);
  m.variance = squared(spread.variance);
  m.variance_se = squared(spread.variance_se);
  m.mse = squared(mse);
  m.mse_se = squared(spread.mse_se);
  m.relative_bias = number_or_nan(bias);
  m.relative_bias_se = number_or_nan(spread.mean_se);
  m.relative_variance = number_or_nan(spread.variance);
  m.relative_variance_se = number_or_nan(spread.variance_se);
  m.relative_mse = number_or_nan(mse);
  m.relative_mse_se = number_or_nan(spread.mse_se);
  m.theory_mean = absolute(1.0 + theory.bias);
  m.theory_variance = squared(theory.variance);
  m.theory_relative_bias = number_or_nan(theory.bias);
  m.theory_relative_variance = number_or_nan(theory.variance);
  m.z_mean = compared ? z_of_mean(r, spread, theory) : undefined;
  m.z_variance = compared ? z_of_variance(r, spread, theory) : undefined;
  m.kurtosis = context.random ? number_or_nan(r.kurtosis()) : undefined;
  m.largest_share = context.random ? number_or_nan(r.largest_share()) : undefined;
  m.case_feature_dim = static_cast<double>(context.cost.feature_dim);
  return m;
}

PointStatus kernel_status(const PointState& state, const PointContext& context,
                          const PointMeasures& measures) {
  StatusNotes notes;
  const Tally total = state.total();
  if (!notes.add_progress(state, total, context.trials_wanted)) return notes.status();
  const Moments& r = total.moments.front();
  const bool overflow =
      r.count > 0 && (!std::isfinite(r.mean) || (r.count > 3 && !std::isfinite(r.sum4)));
  if (overflow)
    notes.add("failed",
              "moments of estimate/exact leave the range of double; a nearer method is needed");
  const double error = predicted_variance_error(state.theory, context.trials_wanted);
  if (context.random && error > heavy_tail_error)
    notes.add("heavy_tail",
              fmt::format("theory predicts a relative standard error of {:.3g} for the "
                          "sample variance at {} trials",
                          error, context.trials_wanted));
  else if (context.random && !state.theory.kurtosis_is_exact &&
           measures.relative_variance > rounding * rounding &&
           measures.relative_variance_se > heavy_tail_error * measures.relative_variance)
    notes.add("heavy_tail",
              fmt::format("the trials show a relative standard error of {:.3g} for the "
                          "sample variance",
                          measures.relative_variance_se / measures.relative_variance));
  else if (context.random && !state.theory.kurtosis_is_exact &&
           measures.theory_relative_variance > rounding * rounding &&
           measures.relative_variance < measures.theory_relative_variance / 2.0)
    notes.add(
        "heavy_tail",
        fmt::format("the measured variance is {:.3g} times that of theory: rare draws that carry "
                    "the variance may be missing",
                    measures.relative_variance / measures.theory_relative_variance));
  const bool beyond = std::isnan(measures.mean) ||
                      (std::isnan(measures.variance) && !std::isnan(measures.relative_variance));
  if (r.count > 0 && beyond)
    notes.add("relative_only",
              fmt::format("q·k = {:.6g} puts absolute measures beyond the range of double",
                          context.facts.front()));
  notes.add("ok", beyond_double(state.theory, measures));
  notes.add("ok", state.theory.note);
  return notes.status();
}

}  // namespace kapprox
