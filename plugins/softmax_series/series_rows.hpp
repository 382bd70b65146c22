// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Rows of attention by the softmax series, in two ways that agree within rounding: from the logits
// of the keys that a row sees, and from joint moments of most of these keys.
#pragma once

#include "joint_moments.hpp"

#include <kapprox/matrix.hpp>
#include <kapprox/visible_keys.hpp>

#include <span>
#include <vector>

namespace kapprox {

class SeriesRows {
 public:
  // queries: n_q × d. What is given must outlive this.
  SeriesRows(ConstMatrixView queries, const VisibleKeys& visible, Index order)
      : queries_(queries), visible_(visible), order_(order) {}

  // Weights of the keys that query i sees, range(i).size() ≥ 1 of them in their order. Logits are
  // taken from the first of these keys: what all keys share cancels before it is multiplied.
  std::vector<double> weights(Index query) const;

  // out: d_v numbers. Σ_j w_j v_j with these weights; the range must hold a key.
  void from_logits(Index query, std::span<double> out) const;

  // The same for queries first … last − 1, rows of out: n_q × d_v. Each sees keys 0 … e − 1 with
  // e ≥ moments.count() ≥ 1: those in the moments and, one by one, those after them.
  void from_moments(const JointMoments& moments, Index first, Index last, MatrixView out) const;

 private:
  void finish(const JointMoments& moments, std::span<const double> sums, Index query,
              std::span<double> out) const;
  // q·(k_j − origin) for keys begin … end − 1.
  std::vector<double> logits(Index query, Index begin, Index end,
                             std::span<const double> origin) const;

  ConstMatrixView queries_;
  const VisibleKeys& visible_;
  Index order_;
};

}  // namespace kapprox
