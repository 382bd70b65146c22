// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Linear attention from features: sums over keys that are taken once and read by any query,
//
//   Σ_j exp(q·k_j) [v_jᵀ 1] ≈ Σ_segments exp(a_q + B) φ(q)ᵀ S,   S = Σ_j sign · exp(b_j − B) ϕ(k_j)
//   [v_jᵀ 1].
//
// a and b are the log-scales of rows and B that of the state: the largest b_j of the keys added so
// far, so that a prefix knows nothing of later keys, not even a maximum. Signed features keep their
// signs: numerators and normalisers may be negative, nothing is clamped. Everything is finite where
// features and values are, for vectors of any length.
//
// Katharopoulos et al., "Transformers are RNNs", ICML 2020, equations 5 to 12 (no scales there);
// Choromanski et al., "Rethinking Attention with Performers", ICLR 2021, section 2.
#pragma once

#include <kapprox/feature_block.hpp>
#include <kapprox/log_number.hpp>
#include <kapprox/mask.hpp>
#include <kapprox/matrix.hpp>
#include <kapprox/storage.hpp>

#include <span>
#include <vector>

namespace kapprox {

// A block with each tensor segment multiplied out by itself: only then is there a sum over keys.
// Segments keep their own log-scales. `storage` rounds the values to the digits of a format. Their
// exponents stay: a model may keep each feature beside its largest one so far, and what underflows
// there is lost in the digits of the row.
using FlatSegments = std::vector<FlatFeatures>;
FlatSegments flatten_segments(FeatureBlock block, Storage storage = Storage::float64);

// What n queries sum over keys: row i stands for exp(log_scale_i) · row, d_v columns of numerators
// and one, the last, of normalisers. Empty sums are zeros at scale −infinity.
struct AttentionSums {
  AttentionSums(Index queries, Index value_dim);

  LogNumber numerator(Index query, Index column) const;
  LogNumber normaliser(Index query) const;
  // False: the normaliser is 0 or not finite, and nothing can be divided by it; or its logarithm is
  // beyond ±2^52, where a double does not tell exp(x) from exp(x + 1), and terms have no ratio.
  bool has_mass(Index query) const;

  // Row `query` += exp(scale) · terms (d_v + 1), at the larger of both scales. Terms that are all
  // zero change nothing, whatever their scale.
  void add(Index query, std::span<const double> terms, double scale);

  Matrix rows;  // n × (d_v + 1)
  std::vector<double> log_scale;
};

class LinearState {
 public:
  explicit LinearState(Index value_dim);  // d_v ≥ 0: without values only normalisers are kept

  Index value_dim() const { return value_dim_; }
  // B of segment `segment`; −infinity before it has seen a key.
  double log_scale(Index segment) const;

  // Adds n keys with their values (n × d_v). Throws Error when sizes disagree with one another or
  // with what was added before.
  void add(const FlatSegments& keys, ConstMatrixView values);

  // Adds or takes away the sums of other keys. What is taken away leaves its rounding errors: eps
  // of the larger state, which is all there is where the rest is much smaller. B never shrinks.
  void add(const LinearState& other);
  void subtract(const LinearState& other);

  // As a model with this storage would hold it: a feature's d_v numbers as multiples of a power of
  // two (the largest is in [1, 2)), so that none overflows and small ones may underflow; its
  // normaliser to the digits of the format. Log-scales stay doubles.
  void round_to(Storage storage);

  // Adds what n queries read to their sums. Throws Error when sizes disagree.
  void read(const FlatSegments& queries, AttentionSums& sums) const;

  // One step of recurrent decoding: takes one key and value (d_v) in, rounds, and reads one query.
  AttentionSums step(const FlatSegments& key, std::span<const double> value,
                     const FlatSegments& query, Storage storage = Storage::float64);

 private:
  struct Part {
    Matrix sums;  // (d_v + 1) × D, transposed: reading and adding are then products of rows
    double log_scale;
  };

  void combine(const LinearState& other, double sign);

  Index value_dim_;
  std::vector<Part> parts_;  // one per segment; none before the first keys
};

// Left multiplication, the quadratic path. weights(i, j) · exp(log_scale_i) is the estimate for
// query i and key j in runs[i], and weights are 0 outside of it; log_scale_i is the largest scale
// of the run, −infinity where it is empty or no feature is left. What lies outside of a run changes
// no byte. weights is n × m, log_scale n.
void multiply_features(const FlatSegments& queries, const FlatSegments& keys,
                       std::span<const KeyRange> runs, MatrixView weights,
                       std::span<double> log_scale);

// Adds to the sums of n queries their runs of m keys with values (m × d_v), by left multiplication.
void add_products(const FlatSegments& queries, const FlatSegments& keys, ConstMatrixView values,
                  std::span<const KeyRange> runs, AttentionSums& sums);

}  // namespace kapprox
