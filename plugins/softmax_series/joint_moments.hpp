// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Sums over keys of their joint moments with values, up to order R:
//
//   S(α, ·) = Σ_j (k_j − k_o)^α / α! · (v_j − v_o, 1),   |α| ≤ R,
//
// about an origin (k_o, v_o), the means of the first keys that were added. What any query needs of
// these keys, Σ_j (q·(k_j − k_o))^s/s! (v_j − v_o, 1), is Σ_{|α|=s} q^α S(α, ·). Memory is
// D (d_v + 1) numbers for D = C(d + R, R), whatever the number of keys.
//
// The origin stays while the mean of the keys moves on. Where the first keys, a share f of all, lie
// Δ from the mean, their own powers make mean |x|^s at least f Δ^s, so powers about the origin are
// at most some 2^s/f times the centred ones: n keys cost n/64 roundings, where 64 are the first.
#pragma once

#include "monomial_table.hpp"

#include <kapprox/matrix.hpp>

#include <vector>

namespace kapprox {

class JointMoments {
 public:
  // keys: n × d, values: n × d_v, n ≥ 1; they must outlive this.
  JointMoments(ConstMatrixView keys, ConstMatrixView values, Index order);

  // From now on the sums are over keys 0 … count − 1, where count ≥ 1 never falls. The first call
  // sets the origin to the mean of its keys. Reads no key beyond count.
  void grow(Index count);

  Index count() const { return count_; }
  const std::vector<double>& key_origin() const { return key_origin_; }      // d numbers
  const std::vector<double>& value_origin() const { return value_origin_; }  // d_v numbers

  // out: rows × (R + 1)(d_v + 1), for s = 0 … R the d_v + 1 numbers above. A row's bits depend on
  // its query and the sums alone.
  void evaluate(ConstMatrixView queries, MatrixView out) const;

 private:
  void add_tile(Index begin, Index end);

  ConstMatrixView keys_;
  ConstMatrixView values_;
  MonomialTable table_;
  Matrix sums_;  // (d_v + 1) × D
  Index count_ = 0;
  std::vector<double> key_origin_;
  std::vector<double> value_origin_;
};

}  // namespace kapprox
