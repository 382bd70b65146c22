// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Trials of an attention study. A trial is two independent draws a and b of a method, at trial
// numbers 2t and 2t + 1 of the problem's address, so that all methods see the same ones. With the
// exact output o,
//
//   E ‖a − b‖² / 2 is the variance,   E ⟨a − o, b − o⟩ the squared bias,   both in units of ‖o‖²:
//
// the second may come out negative, being unbiased. A deterministic method is its own second draw.
#pragma once

#include <kapprox/attention_method.hpp>

#include "study/coordinates.hpp"
#include "study/kinds/attention_reference.hpp"
#include "study/kinds/prepared_masks.hpp"
#include "study/kinds/task.hpp"

#include <string>
#include <vector>

namespace kapprox {

// The scalars of a trial; those of weights are NaN where the method has none, or above
// most_weights.
enum class AttentionScalar : std::size_t {
  squared_error,
  variance,
  bias_squared,
  row_error,
  max_row_error,
  absolute_error,
  total_variation,
  kl_divergence,
  wasserstein,
  kolmogorov_smirnov,
  negative_mass,
  effective_keys,
  uniform_distance,
  negative_normalisers,
  no_mass
};

const std::vector<std::string>& attention_scalar_names();  // in the order above

class AttentionTask final : public Task {
 public:
  // All arguments must outlive it. `address` is without the trial.
  AttentionTask(const AttentionMethod& method, const Coordinates& coordinates,
                const AttentionReference& reference, Index cases, const Stream& address);

  void run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const override;
  PointTheory theory(const OrderedCase& one) const override;
  std::string trial_words(const OrderedCase& one, std::int64_t trial) const override;

 private:
  // Adds half of the scalars of one draw (all of them where there is one draw); returns its output.
  // `weights` are the exact ones, 0 × 0 where those of the draw are not looked at.
  Matrix add_draw(const OrderedCase& one, std::uint64_t draw, const Matrix& weights, double share,
                  std::span<double> scalars) const;
  void run_case(const OrderedCase& one, std::int64_t trial, std::span<double> scalars) const;

  PreparedMasks prepared_;
  AttentionClaims claims_;
  const AttentionReference& reference_;
  Stream address_;
};

}  // namespace kapprox
