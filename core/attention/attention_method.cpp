// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The public calls of attention and softmax methods: they check, then call the hook.
#include "methods/check_problem.hpp"

#include <kapprox/attention_method.hpp>
#include <kapprox/error.hpp>
#include <kapprox/softmax_method.hpp>

namespace kapprox {

double SoftmaxMethod::weights(std::span<const double> logits, std::span<double> out) const {
  check_at_least("number of logits", static_cast<Index>(logits.size()), 1);
  check_size("number of weights", static_cast<Index>(out.size()),
             static_cast<Index>(logits.size()));
  return do_weights(logits, out);
}

Matrix AttentionSample::do_weights() const {
  throw Error(
      "AttentionSample::weights: this method has no weights, but must have them here; ask "
      "claims().has_weights first");
}

std::string AttentionMethod::do_refusal(const Mask&) const { return ""; }

std::string AttentionMethod::refusal(const Mask& mask) const {
  const AttentionClaims claims = do_claims();
  std::string cannot;
  if (mask.causal && !claims.causal) cannot = "not causal";
  if (mask.window > 0 && !claims.window)
    cannot += cannot.empty() ? "without a window" : ", without a window";
  if (!mask.keys.empty() && !claims.key_mask)
    cannot += cannot.empty() ? "without hidden keys" : ", without hidden keys";
  if (!cannot.empty())
    return "the mask is " + mask.words() + ", but must be " + cannot +
           " for this method; change the mask or choose another method";
  return do_refusal(mask);
}

std::unique_ptr<const PreparedAttention> AttentionMethod::prepare(const Problem& problem,
                                                                  const Mask& mask) const {
  kapprox::check_problem(problem, claims().rotation_invariant, "AttentionMethod::prepare");
  check_size("number of values", problem.values.rows, problem.keys.rows);
  check_at_least("width of the values", problem.values.cols, 1);
  mask.check(problem.keys.rows);
  const std::string why = refusal(mask);
  if (!why.empty()) throw Error("AttentionMethod::prepare: " + why);
  return do_prepare(problem, mask);
}

}  // namespace kapprox
