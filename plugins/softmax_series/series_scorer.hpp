// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The log-sum-exp series of a block of keys, from joint moments of its keys: with k_o its first key
// and x_t = q·(k_t − k_o),
//
//   score = log|B| + q·k_o + Σ_{1≤r≤R} c_r
//   a_r   = mean_t x_t^r/r! = Σ_{|α|=r} q^α mean_t (k_t − k_o)^α/α!
//
// and c the recursion of cumulants (cumulant_series.hpp), which takes a_1 ≠ 0 as it comes. Any
// origin gives the same score; the first key, one of n, makes powers about it at most some 2^r n
// times the centred ones, so that many roundings are lost. Keys themselves are not kept.
#pragma once

#include <kapprox/plugin.hpp>

namespace kapprox {

class SeriesScorer final : public BlockScorer {
 public:
  static void declare(Declarations& declarations);
  explicit SeriesScorer(const Parameters& parameters);

 private:
  ScorerClaims do_claims() const override { return {}; }
  ScorerCost do_cost(Index keys, Index dim) const override;
  void do_check_problem(const Problem& problem) const override;
  BlockMaker do_prepare(const ScorerProblem& problem) const override;

  Index order_;
};

}  // namespace kapprox
