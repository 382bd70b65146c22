// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What theory says about a study before it runs: which points cannot reach 10 % relative error at
// the given number of directions, how many directions would, where the sample variance cannot be
// trusted at the given trials, and how few of the features carry an estimate.
#pragma once

#include "study/plan.hpp"

#include <kapprox/claims.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace kapprox {

inline constexpr double feasible_relative_error = 0.1;

struct FeasibilityOptions {
  double seconds = 5.0;      // no point is looked at later than that
  Index most_points = 2000;  // per config: every k-th case is judged where there are more
  Index feature_draws = 20;  // draws for the effective number of features
  Index feature_pairs = 64;  // pairs per draw
};

enum class Verdict { ok, partly_infeasible, infeasible, unknown };  // unknown: no theory

// "ok", "partly infeasible", "infeasible", "unknown".
std::string_view verdict_name(Verdict verdict);

// One config over the cases of a study. Medians are over the judged points, NaN where unknown.
// Relative: means are divided by exp(q·k), variances by exp(2 q·k).
struct ConfigFeasibility {
  Verdict verdict = Verdict::unknown;
  bool random = true;
  Index points = 0;        // in the study
  Index judged = 0;        // of these, looked at and with a theory
  Index left_out = 0;      // not looked at for want of time
  Index infeasible = 0;    // of the judged: root of relative bias² + variance above 10 %
  Index heavy_tailed = 0;  // of the judged: the sample variance is not to be trusted
  Index feature_dim = 0;   // D; 0 where there are none
  double median_relative_error = 0.0;      // root of relative bias² + variance
  double median_relative_deviation = 0.0;  // root of relative variance
  // log10 of m · relative variance: that of one direction, were all independent.
  double median_log10_variance_per_direction = 0.0;
  // log10 of the m that reaches 10 %: m · relative variance / (0.01 − bias²). Infinite where the
  // bias alone exceeds it; NaN where the config has no directions.
  double median_log10_directions_needed = 0.0;
  // Median over pairs and draws of (Σc)² / Σc², c_f = φ_f(q) ϕ_f(k); only of random feature maps.
  std::optional<double> effective_features;
};

// One entry per config, in the plan's order. Configs that cannot be fitted stay unknown. Every
// config gets its share of the time on every problem; what is left of it goes to the later ones.
// Features whose mapping would by itself outlast the share are not drawn.
std::vector<ConfigFeasibility> judge_feasibility(const Plan& plan,
                                                 const FeasibilityOptions& options = {});

}  // namespace kapprox
