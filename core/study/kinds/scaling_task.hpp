// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Trials of a scaling study. A trial is one round: how long a method takes from queries, keys and
// values to the output, on every case.
#pragma once

#include <kapprox/attention_method.hpp>

#include "study/kinds/task.hpp"

#include <string>
#include <vector>

namespace kapprox {

// Calls shorter than this are repeated until they last so long together: far above the resolution
// of the clock and what waking a thread may take.
inline constexpr double least_timed_seconds = 0.02;

// seconds: prepare and output. draw_seconds: the draw between them, which a model makes once for
// many heads. peak_bytes: in round 0 alone, NaN in the others. All in SI units.
const std::vector<std::string>& scaling_scalar_names();

// The size of the inputs, to tell whether they changed.
class ScalingReference final : public Reference {
 public:
  explicit ScalingReference(const OrderedProblem& problem);

  std::vector<double> facts(Index place) const override;

 private:
  double mean_squared_norm_;
};

class ScalingTask final : public Task {
 public:
  // All arguments must outlive it. `address` is without the trial.
  ScalingTask(const AttentionMethod& method, const Problem& problem, const Stream& address)
      : method_(method), problem_(problem), address_(address) {}

  void run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const override;
  PointTheory theory(const OrderedCase&) const override { return {}; }
  std::string trial_words(const OrderedCase& one, std::int64_t trial) const override;

 private:
  void run_case(const OrderedCase& one, std::int64_t trial, std::span<double> scalars) const;

  const AttentionMethod& method_;
  Problem problem_;
  Stream address_;
};

}  // namespace kapprox
