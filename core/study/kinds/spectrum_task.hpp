// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Trials of a spectrum study: one draw of an attention method, and what its weights hold; and the
// same of exact weights, which belongs to the case.
#pragma once

#include "study/kinds/prepared_masks.hpp"
#include "study/kinds/spectrum.hpp"
#include "study/kinds/study_kind.hpp"
#include "study/kinds/task.hpp"

#include <string>
#include <vector>

namespace kapprox {

// Singular values take time that grows with the cube of this; longer heads are no problem of such
// a study (SpectrumKind::problem_refusal).
inline constexpr Index longest_spectrum = 1024;  // queries, and keys

// In the order of Spectrum's members.
const std::vector<std::string>& spectrum_scalar_names();
std::vector<double> values_of(const Spectrum& spectrum);

class SpectrumReference final : public Reference {
 public:
  explicit SpectrumReference(const OrderedProblem& problem);
  // Frobenius norm of the exact weights, then their spectrum.
  std::vector<double> facts(Index place) const override;

 private:
  std::vector<std::vector<double>> facts_;
};

class SpectrumTask final : public Task {
 public:
  // All arguments must outlive it. `address` is without the trial.
  SpectrumTask(const AttentionMethod& method, const Problem& problem, Index cases,
               const Stream& address)
      : prepared_(method, problem, cases), address_(address) {}

  void run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const override;
  PointTheory theory(const OrderedCase&) const override { return {}; }
  std::string trial_words(const OrderedCase& one, std::int64_t trial) const override;

 private:
  PreparedMasks prepared_;
  Stream address_;
};

}  // namespace kapprox
