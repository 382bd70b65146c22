// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Attention by the softmax series, summed over keys before any query comes: with the keys a row may
// see, x_j = q·(k_j − k_o) and a_r = mean_j x_j^r/r!,
//
//   o(q) = v_o + Σ_{s≤R} B_{R−s} mean_j (v_j − v_o) x_j^s/s!,   B_t = Σ_{j≤t} b_j,
//
// b the reciprocal series of a (cumulant_series.hpp). Means over j are joint moments of values and
// keys (joint_moments.hpp), so there is no n × n matrix, and no denominator: weights sum to 1 as
// they are. Order 1 is v̄ + Cov(v, k) q.
#pragma once

#include <kapprox/plugin.hpp>

#include <memory>

namespace kapprox {

class SeriesAttention final : public AttentionMethod {
 public:
  static void declare(Declarations& declarations);
  explicit SeriesAttention(const Parameters& parameters);

 private:
  AttentionClaims do_claims() const override;
  AttentionCost do_cost(Index queries, Index keys, Index ambient_dim,
                        Index value_dim) const override;
  // Throws InputError when the moments need more than most_moments numbers.
  std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                      const Mask& mask) const override;

  Index order_;
};

}  // namespace kapprox
