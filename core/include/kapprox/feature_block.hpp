// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Features in the log domain. A block is a list of segments; a segment holds n rows of D values of
// size ≤ 1 with one log-scale per row and one sign, so that
//
//   exp(q·k) ≈ Σ_segments sign · exp(a_q + b_k) · weight(q, k) · Σ_f φ_f(q) ϕ_f(k).
//
// The weight is 1, or, in a tensor segment ξ⊗φ, the small factor kept apart: Σ_g c_g
// (ξ_g(q)·ξ_g(k)). Forming the weight first lets a hybrid's coefficient cancel exactly; flattened
// features agree with it within eps · Σ|φϕ|. One log-scale for a whole signed row would lose
// everything at norms near 5.
#pragma once

#include <kapprox/log_number.hpp>
#include <kapprox/matrix.hpp>
#include <kapprox/problem.hpp>

#include <span>
#include <vector>

namespace kapprox {

// One term c · ξ(q)·ξ(k) of a tensor segment's weight, with c = numerator / divisor: the division
// comes after the inner product, so that (n terms of ±1) / n is exactly ±1.
struct WeightFactor {
  Matrix values;  // n × W
  double numerator = 1.0;
  double divisor = 1.0;
};

struct Segment {
  Matrix values;                      // n × D, |value| ≤ 1
  std::vector<double> log_scale;      // n
  double sign = 1.0;                  // +1 or −1
  std::vector<WeightFactor> weights;  // empty: weight 1

  // Zero-filled segment of n rows and D values.
  static Segment zeros(Index rows, Index values);
  // D times the number of weight values (1 without weights).
  Index feature_dim() const;
};

struct FeatureBlock {
  std::vector<Segment> segments;

  Index rows() const;
  Index feature_dim() const;  // D of the whole block, tensor segments multiplied out
  void check() const;         // throws Error when segments, log-scales or weights differ in rows
};

// A row of one segment, for writers.
struct FeatureRow {
  std::span<double> values;
  double& log_scale;
};

inline FeatureRow feature_row(Segment& segment, Index row) {
  return {segment.values.row(row), segment.log_scale[static_cast<std::size_t>(row)]};
}

// out[p] = the estimate for pairs[p], segment by segment. Blocks must have the same segments.
// Throws Error when they do not, when out and pairs differ in size, or a pair lies outside.
void estimate_from_features(const FeatureBlock& queries, const FeatureBlock& keys,
                            std::span<const Pair> pairs, std::span<LogNumber> out);

// Plain features with one signature: row i is exp(log_scale_i) · values_i, and the estimate is
// Σ_f signature_f φ_f(q) ϕ_f(k). Tensor segments are multiplied out.
struct FlatFeatures {
  Matrix values;                  // n × D, |value| ≤ 1
  std::vector<double> log_scale;  // n
  std::vector<double> signature;  // D, ±1
};
FlatFeatures flatten(const FeatureBlock& block);

}  // namespace kapprox
