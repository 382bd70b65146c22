// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Attention methods: queries, keys, values and a mask in, one row per query out. Exact attention is
//
//   o_i = Σ_j a_ij v_j,   a_ij = exp(q_i·k_j) / Σ_l exp(q_i·k_l),   j, l over the keys i may see.
//
// The order of life is that of kernel methods:
//
//   method = parameters → prepare(problem, mask) fits once → draw(stream) makes a sample → output
//
// Each public call checks its arguments and calls one private do_… hook. A method outlives what it
// prepared, and the problem's matrices outlive it too: a prepared method may look at them, not copy
// them. All are immutable and used by many threads at once.
//
// A key that no query may see is never read: it may hold anything. Nothing of a later key enters an
// earlier row under a causal mask, not even through a scale or a fit.
#pragma once

#include <kapprox/log_number.hpp>
#include <kapprox/mask.hpp>
#include <kapprox/matrix.hpp>
#include <kapprox/method.hpp>
#include <kapprox/parameters.hpp>
#include <kapprox/problem.hpp>
#include <kapprox/stream.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kapprox {

struct AttentionClaims {
  bool random = false;              // false: one draw tells all
  bool exact = false;               // equals softmax attention within rounding
  bool rotation_invariant = false;  // the law is unchanged when q and k are rotated together
  bool fits_data = false;           // prepare looks at queries and keys beyond what a row may see
  bool has_weights = false;         // weights() answers, and output = weights × values
  double unit_roundoff = 0x1p-53;   // of what is held between sums: both agree to some of it
  bool rows_sum_to_one = false;     // so do the weights of every row flagged `ok`
  bool nonnegative = false;         // no weight is below 0
  bool key_equivariant = false;     // without a mask, the order of keys does not matter
  bool causal = true;               // can honour a causal mask, …
  bool window = true;               // … a window, …
  bool key_mask = true;             // … and hidden keys
};

// What one head of n_q queries and n_k keys of width d, with values of width d_v, costs.
struct AttentionCost {
  Index feature_dim = 0;            // D of the feature map; 0 where there is none
  Index projections_per_token = 0;  // inner products with random directions
  double multiply_adds = 0;         // of one output, mapping included
};

enum class RowFlag : std::uint8_t {
  ok,
  no_key,  // the mask leaves no key: the row is zeros
  no_mass  // the normaliser is 0 or not finite: the row is the mean of the values it may see
};

struct AttentionOutput {
  Matrix rows;  // n_q × d_v
  // n_q: what the method takes for Σ_j exp(q_i·k_j) over the keys i may see; exact: the logarithm
  // is the log-sum-exp. Signed estimates may be negative. Empty where a method has no denominator.
  std::vector<LogNumber> normalisers;
  std::vector<RowFlag> flags;  // n_q
};

// First order in the variance of the features (the delta method). An output is a ratio, and the
// first order tells of it as long as the ratio's denominator is nearly certain; what all keys share
// scatters in the denominator and cancels in the output, so `variance` does not tell where that is.
struct AttentionTheory {
  Matrix bias;      // n_q × d_v: E o − exact
  Matrix variance;  // n_q × d_v
  // n_q: variance of the normaliser over its squared mean, 1ᵀC1/D². Empty where the output is no
  // ratio of random sums.
  std::vector<double> normaliser_variance = {};
};

// One independent random draw of a prepared method.
class AttentionSample {
 public:
  virtual ~AttentionSample() = default;

  AttentionOutput output() const { return do_output(); }

  // n_q × n_k, 0 where the mask hides a key; rows without mass as `output` has them. Throws Error
  // where the method has none.
  Matrix weights() const { return do_weights(); }

 private:
  virtual AttentionOutput do_output() const = 0;
  virtual Matrix do_weights() const;
};

// A method fitted once to a problem and a mask.
class PreparedAttention {
 public:
  virtual ~PreparedAttention() = default;

  std::unique_ptr<const AttentionSample> draw(const Stream& stream) const {
    return do_draw(stream);
  }

  // Closed forms, where known. Cost grows with n_q · n_k².
  std::optional<AttentionTheory> theory() const { return do_theory(); }

 private:
  virtual std::unique_ptr<const AttentionSample> do_draw(const Stream& stream) const = 0;
  virtual std::optional<AttentionTheory> do_theory() const { return std::nullopt; }
};

class AttentionMethod : public Method {
 public:
  static constexpr Kind kind = Kind::attention;
  static void declare(Declarations&) {}

  AttentionClaims claims() const { return do_claims(); }
  // Of a head of this shape.
  AttentionCost cost(Index queries, Index keys, Index ambient_dim, Index value_dim) const {
    return do_cost(queries, keys, ambient_dim, value_dim);
  }

  // Why this method cannot honour `mask`, a sentence naming both; "" where it can.
  std::string refusal(const Mask& mask) const;

  // Throws Error when shapes disagree, the values are missing, the mask does not fit the keys, or
  // the method cannot honour it.
  std::unique_ptr<const PreparedAttention> prepare(const Problem& problem, const Mask& mask) const;

 private:
  virtual AttentionClaims do_claims() const = 0;
  virtual AttentionCost do_cost(Index queries, Index keys, Index ambient_dim,
                                Index value_dim) const = 0;
  virtual std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                              const Mask& mask) const = 0;
  // Beyond the claims: a fit that would see later keys, a window of its own.
  virtual std::string do_refusal(const Mask& mask) const;
};

}  // namespace kapprox
