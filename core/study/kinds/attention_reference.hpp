// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Exact attention at every case of a problem, and the baseline of every attention study: averaging
// the values that a row may see.
#pragma once

#include <kapprox/attention_method.hpp>

#include "study/kinds/study_kind.hpp"
#include "study/kinds/task.hpp"

#include <vector>

namespace kapprox {

// Weights are looked at in problems with up to this many pairs of query and key: 128 MB a matrix.
inline constexpr Index most_weights = Index{1} << 24;

bool has_few_weights(const Problem& problem);

class AttentionReference final : public Reference {
 public:
  explicit AttentionReference(const OrderedProblem& problem);

  struct Exact {
    Matrix rows;                    // n_q × d_v
    double norm = 0.0;              // Frobenius
    double average_error = 0.0;     // ‖average − exact‖ / ‖exact‖
    double uniform_distance = 0.0;  // see WeightMeasures; NaN beyond most_weights
    double effective_keys = 0.0;
  };
  const Exact& at(Index place) const { return exact_[static_cast<std::size_t>(place)]; }

  // norm, average_error, uniform_distance, effective_keys.
  std::vector<double> facts(Index place) const override;
  static const std::vector<ColumnText>& texts();

 private:
  std::vector<Exact> exact_;
};

// Row i: the mean of the values that query i may see; zeros where it sees none.
Matrix average_values(const Problem& problem, const Mask& mask);

}  // namespace kapprox
