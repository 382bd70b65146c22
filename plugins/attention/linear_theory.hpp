// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Bias and variance of linear attention to first order (the delta method): with the exact weights
// p_j of a row, its exact output o, and C_jl the covariance of the relative errors of the estimates
// for keys j and l under one draw,
//
//   Var ô ≈ Σ_jl p_j p_l (v_j − o)(v_l − o) C_jl,   E ô − o ≈ −Σ_jl p_j p_l (v_j − o) C_jl.
//
// C is known for complex exponentials (ExponentialForm): a mean of exp(s_j·s_l) − 1 over their
// members, divided by m, and what coupled directions add from their own law. Good where the
// normaliser's own relative variance is small.
#pragma once

#include <kapprox/attention_method.hpp>
#include <kapprox/feature_map.hpp>
#include <kapprox/visible_keys.hpp>

#include <optional>

namespace kapprox::linear {

// n_q × d_v; rows outside of `rows` are zero. `fitted` is the problem the map was fitted to. Empty
// where the map has no such form, its directions no known coupling, or the cost n_q · n_k² is
// beyond reason.
std::optional<AttentionTheory> delta_method(const FeatureMap& map, const Problem& fitted,
                                            const Problem& problem, const VisibleKeys& keys,
                                            KeyRange rows);

}  // namespace kapprox::linear
