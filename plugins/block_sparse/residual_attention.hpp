// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Block-sparse attention whose unselected keys enter through linear attention: one numerator and
// one normaliser for both,
//
//   N(q) = Σ_{selected} exp(q·k) v + φ(q)ᵀ (S_all − S_selected),   S = Σ ϕ(k) vᵀ,
//   Z(q) = Σ_{selected} exp(q·k)   + φ(q)ᵀ (z_all − z_selected),   z = Σ ϕ(k),
//
// over the keys that the query sees, and N / Z out: exact attention where φ(q)·ϕ(k) = exp(q·k).
// Subtracting states is exact, since they are sums over keys; subtracting two attention outputs,
// each with a normaliser of its own, is not. After the residual of "SPLA", 2026, arXiv 2601.22379,
// known to us through others' notes, which do not tell how it is normalised.
#pragma once

#include "block_attention.hpp"
#include "block_states.hpp"
#include "rest.hpp"

#include <kapprox/feature_map.hpp>
#include <kapprox/linear_state.hpp>

#include <functional>
#include <vector>

namespace kapprox {

class ResidualAttention {
 public:
  // Both must outlive this. Some key is seen: without any there is nothing to map.
  ResidualAttention(const BlockAttention& sparse, const FeatureSample& sample);

  AttentionOutput output() const;
  Matrix weights() const;

 private:
  // Queries that are worked on together.
  struct Group {
    KeyRange queries;
    std::vector<SparseRow> selected;
    std::vector<Rest> rests;
    FlatSegments features;
  };

  void for_each_group(const std::function<void(const Group&)>& body) const;
  FlatSegments features_of(Side side, ConstMatrixView rows, KeyRange range) const;
  BlockStates states() const;
  void add_selected(const Group& group, AttentionSums& sums) const;
  void add_states(const Group& group, const BlockStates& states, AttentionSums& sums) const;
  void add_parts(const Group& group, AttentionSums& sums) const;
  void fill_weights(const Group& group, const std::vector<FlatSegments>& keys,
                    const AttentionOutput& output, Matrix& out) const;

  const BlockAttention& sparse_;
  const FeatureSample& sample_;
  double state_size_;  // numbers of one state, for what threads are worth
};

}  // namespace kapprox
