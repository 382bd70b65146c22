// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Softmax methods: a row of logits in, weights and a log-sum-exp out. They are deterministic.
#pragma once

#include <kapprox/method.hpp>
#include <kapprox/parameters.hpp>

#include <limits>
#include <span>

namespace kapprox {

struct SoftmaxClaims {
  bool nonnegative = false;      // no weight is below 0
  bool sums_to_one = false;      // weights of a row sum to 1
  bool shift_invariant = false;  // adding c to all logits moves no weight, and the log-sum-exp by c
  bool equivariant = false;  // the order of logits does not matter: weights are permuted with them
  // Of a truncated power series around equal logits: where max − min of the logits is below this,
  // it converges as its order grows, and errs less than equal weights do once it is well below.
  // Infinite for all other methods.
  double converges_below = std::numeric_limits<double>::infinity();
};

class SoftmaxMethod : public Method {
 public:
  static constexpr Kind kind = Kind::softmax;
  static void declare(Declarations&) {}

  SoftmaxClaims claims() const { return do_claims(); }

  // out[j] = weight of logit j, n ≥ 1 of them; `out` may be `logits`. Returns the log-sum-exp as
  // the method has it: τ · log Σ exp(α/τ) at temperature τ, which tends to max α with τ → 0. Throws
  // Error when there is no logit or the sizes differ.
  double weights(std::span<const double> logits, std::span<double> out) const;

 private:
  virtual SoftmaxClaims do_claims() const = 0;
  virtual double do_weights(std::span<const double> logits, std::span<double> out) const = 0;
};

}  // namespace kapprox
