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

const std::vector<std::string>& series_scalar_names();

class SeriesReference final : public Reference {
 public:
  explicit SeriesReference(const OrderedProblem& problem);
  // exact log-sum-exp, spread, standard deviation, and both errors of equal weights.
  std::vector<double> facts(Index place) const override;

  const ExactRow& row(Index place) const { return rows_[static_cast<std::size_t>(place)]; }

 private:
  std::vector<ExactRow> rows_;  // by place of the case
};

class SeriesTask final : public Task {
 public:
  // All must outlive it.
  SeriesTask(const SoftmaxMethod& method, const OrderedProblem& problem,
             const SeriesReference& reference)
      : method_(method), problem_(problem), reference_(reference) {}

  void run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const override;
  PointTheory theory(const OrderedCase&) const override { return {}; }
  std::string trial_words(const OrderedCase& one, std::int64_t trial) const override;

 private:
  const SoftmaxMethod& method_;
  const OrderedProblem& problem_;
  const SeriesReference& reference_;
};

}  // namespace kapprox
