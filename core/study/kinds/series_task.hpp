// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Trials of a series study: the weights and the log-sum-exp that a softmax method gives a row of
// logits, beside exact ones. Softmax methods are deterministic: one trial tells all.
#pragma once

#include <kapprox/softmax_method.hpp>

#include "study/kinds/study_kind.hpp"
#include "study/kinds/task.hpp"

#include <span>
#include <string>
#include <vector>

namespace kapprox {

// Of one row of n ≥ 1 finite logits.
struct ExactRow {
  std::vector<double> weights;  // n; their sum is 1
  double log_sum_exp = 0.0;     // of differences to the largest logit
  double spread = 0.0;          // max − min
  double deviation = 0.0;       // standard deviation, divided by n
  double uniform_error = 0.0;   // ½ Σ |1/n − weight|
  double uniform_log_sum_exp_error =
      0.0;  // log n + mean − log_sum_exp, never above 0 but by rounding
};

ExactRow exact_row(std::span<const double> logits);

// What one trial gives, in the order of series_scalar_names().
struct SeriesErrors {
  double log_sum_exp = 0.0;
  double log_sum_exp_error = 0.0;  // method − exact
  double weight_error = 0.0;       // ½ Σ |w − exact|
  double negative_mass = 0.0;      // Σ max(−w, 0)
  double row_sum_defect = 0.0;     // Σ w − 1
  double beyond_radius = 0.0;  // 1: spread ≥ what the method's series is sure to converge below
};

const std::vector<std::string>& series_scalar_names();

// Throws Error where the method gives a number that is not finite, and what the method throws.
SeriesErrors series_errors(const SoftmaxMethod& method, std::span<const double> logits);

class SeriesReference final : public Reference {
 public:
  explicit SeriesReference(const OrderedProblem& problem);
  // exact log-sum-exp, spread, standard deviation, and both errors of equal weights.
  std::vector<double> facts(Index place) const override;

 private:
  std::vector<std::vector<double>> facts_;
};

class SeriesTask final : public Task {
 public:
  // Both must outlive it.
  SeriesTask(const SoftmaxMethod& method, const OrderedProblem& problem)
      : method_(method), problem_(problem) {}

  void run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const override;
  PointTheory theory(const OrderedCase&) const override { return {}; }
  std::string trial_words(const OrderedCase& one, std::int64_t trial) const override;

 private:
  const SoftmaxMethod& method_;
  const OrderedProblem& problem_;
};

}  // namespace kapprox
