// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Wording of declarations and claims.
#include "method_text.hpp"

#include "methods/parameters_text.hpp"
#include "table.hpp"

#include <kapprox/attention_method.hpp>
#include <kapprox/block_scorer.hpp>
#include <kapprox/directions.hpp>
#include <kapprox/kernel_method.hpp>
#include <kapprox/registry.hpp>
#include <kapprox/softmax_method.hpp>

#include <cmath>

#include <fmt/format.h>

namespace kapprox::app {

namespace {

constexpr Index usual_block = 64;

std::string yes_no(bool value) { return value ? "yes" : "no"; }

// The cost of an output is told by how it grows: two lengths of a head, values as wide as keys.
std::string attention_cost_text(const AttentionMethod& method, int dim) {
  const AttentionCost small = method.cost(1024, 1024, dim, dim);
  const AttentionCost large = method.cost(16384, 16384, dim, dim);
  return fmt::format(
      "cost at d = d_v = {}\n  {:<20} {}\n  {:<20} {}\n  {:<20} {} at n = 1024, {} at n = 16384\n",
      dim, "feature_dim", small.feature_dim, "projections", small.projections_per_token,
      "multiply-adds", number_text(small.multiply_adds), number_text(large.multiply_adds));
}

// The cost of one block, of a size that is usual.
std::string scorer_cost_text(const BlockScorer& scorer, int dim) {
  const ScorerCost cost = scorer.cost(usual_block, dim);
  return fmt::format(
      "cost of a block of {} keys at d = {}\n  {:<20} {}\n  {:<20} {} while keys are added\n"
      "  {:<20} {} per query\n",
      usual_block, dim, "numbers kept", number_text(cost.summary_numbers), "numbers held",
      number_text(cost.growing_numbers), "multiply-adds", number_text(cost.multiply_adds));
}

}  // namespace

std::string parameters_text(const Declarations& declarations) {
  if (declarations.all().empty()) return "\nno parameters\n";
  Table table({{"parameter", Align::left},
               {"default", Align::left},
               {"allowed", Align::left},
               {"meaning", Align::left}});
  for (const Declaration& d : declarations.all())
    table.add_row(
        {d.name, default_text(d).empty() ? "required" : default_text(d), allowed_text(d), d.help});
  return fmt::format("\n{}", table.text());
}

std::string claims_text(const BuiltMethod& built, int dim) {
  std::string out = fmt::format("\nclaims of {}\n", built.key);
  const auto line = [&](const char* claim, bool value) {
    out += fmt::format("  {:<20} {}\n", claim, yes_no(value));
  };
  if (const auto* kernel = dynamic_cast<const KernelMethod*>(built.method.get())) {
    const Claims claims = kernel->claims();
    line("random", claims.random);
    line("unbiased", claims.unbiased);
    line("nonnegative", claims.nonnegative);
    line("rotation invariant", claims.rotation_invariant);
    line("fits the data", claims.fits_data);
    line("exact at q = k", claims.exact_at_equal);
    line("exact at q = -k", claims.exact_at_opposite);
    line("exact at 0", claims.exact_at_zero);
    const Cost cost = kernel->cost(dim);
    out += fmt::format("cost at d = {}\n  {:<20} {}\n  {:<20} {}\n  {:<20} {}\n", dim,
                       "feature_dim", cost.feature_dim, "projections", cost.projections_per_token,
                       "multiply-adds", number_text(cost.multiply_adds_per_token));
    out += "  (projections and multiply-adds are per query or key)\n";
  } else if (const auto* directions = dynamic_cast<const Directions*>(built.method.get())) {
    const DirectionClaims claims = directions->claims();
    line("gaussian marginals", claims.gaussian_marginals);
    line("independent", claims.independent);
    line("rotation invariant", claims.rotation_invariant);
  } else if (const auto* attention = dynamic_cast<const AttentionMethod*>(built.method.get())) {
    const AttentionClaims claims = attention->claims();
    line("random", claims.random);
    line("exact", claims.exact);
    line("rotation invariant", claims.rotation_invariant);
    line("fits the data", claims.fits_data);
    line("has weights", claims.has_weights);
    line("rows sum to 1", claims.rows_sum_to_one);
    line("no negative weight", claims.nonnegative);
    line("any order of keys", claims.key_equivariant);
    line("takes causal masks", claims.causal);
    line("takes windows", claims.window);
    line("takes hidden keys", claims.key_mask);
    out += attention_cost_text(*attention, dim);
  } else if (const auto* softmax = dynamic_cast<const SoftmaxMethod*>(built.method.get())) {
    const SoftmaxClaims claims = softmax->claims();
    line("no negative weight", claims.nonnegative);
    line("sums to 1", claims.sums_to_one);
    line("shift invariant", claims.shift_invariant);
    line("any order of logits", claims.equivariant);
    if (std::isfinite(claims.converges_below))
      out += fmt::format("  {:<20} {}\n", "converges below", number_text(claims.converges_below));
  } else if (const auto* scorer = dynamic_cast<const BlockScorer*>(built.method.get())) {
    const ScorerClaims claims = scorer->claims();
    line("exact", claims.exact);
    line("lower bound", claims.lower_bound);
    line("upper bound", claims.upper_bound);
    line("estimates log mass", claims.estimates_log_mass);
    line("any order of keys", claims.key_equivariant);
    line("uses calibration", claims.uses_calibration);
    out += scorer_cost_text(*scorer, dim);
  }
  return out;
}

}  // namespace kapprox::app
