// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The power series of log Σ_i p_i exp(x_i) and of its gradient around equal logits, any order. With
// positive weights p_i that sum to 1, x̄ = Σ_i p_i x_i, y_i = x_i − x̄ and a_r = Σ_i p_i y_i^r / r!,
//
//   log Σ_i p_i exp(x_i) = x̄ + Σ_r c_r,          c_r = a_r − (1/r) Σ_{j=1}^{r−1} j c_j a_{r−j}
//   softmax_i            = p_i Σ_r σ_r(y_i),      σ_r(y) = Σ_{j≤r} b_j y^{r−j}/(r−j)!
//                                                 b_0 = 1, b_r = −Σ_{j=1}^r a_j b_{r−j}
//
// r! c_r are the cumulants of y under p, and Σ_r b_r t^r is 1/Σ_r a_r t^r. The homogeneous parts of
// the softmax do not move with the origin of y, so the recursions take a_1 as it comes: 0 but for
// rounding, or what another origin than the mean leaves. Source of the expansion: Su Jianlin,
// "Taylor expansions of LogSumExp and Softmax" (in Chinese), kexue.fm/archives/11814, 2026, which
// prints orders up to 4; the recursions are those of cumulants and of the reciprocal of a power
// series.
#pragma once

#include <kapprox/types.hpp>

#include <span>
#include <vector>

namespace kapprox {

// c_1 … c_R of moments a_0 = 1, a_1, …, a_R: R + 1 numbers, the first of them 0.
std::vector<double> series_cumulants(std::span<const double> moments);

// b_0 … b_R of moments a_0 = 1, a_1, …, a_R.
std::vector<double> reciprocal_series(std::span<const double> moments);

// log Σ_i p_i exp(x_i) up to order R ≥ 0, and out[i] = p_i Σ_{r≤R} σ_r(y_i). `tilt`: the n weights
// p_i, which must sum to 1; empty for p_i = 1/n. Then log n + the result is the log-sum-exp. Orders
// 0 and 1 of the logarithm are both x̄. n ≥ 1 finite logits; `out` may be `logits`. No intermediate
// overflows: a result beyond the range of double is infinite, never NaN.
double expand_softmax(std::span<const double> logits, std::span<const double> tilt, Index order,
                      std::span<double> out);

}  // namespace kapprox
