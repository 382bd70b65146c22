// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Softmax attention itself, by tiles: o_i = Σ_j exp(q_i·k_j) v_j / Σ_j exp(q_i·k_j).
// Vaswani et al., "Attention is all you need", NeurIPS 2017, equation 1.
#include "deterministic.hpp"
#include "methods.hpp"

namespace kapprox {

namespace {

class Exact final : public DeterministicAttention {
 public:
  AttentionOutput output(const Problem& problem, const Mask& mask) const override {
    return exact_attention(problem, mask);
  }
  Matrix weights(const Problem& problem, const Mask& mask) const override {
    return exact_weights(problem, mask);
  }

 private:
  AttentionClaims do_claims() const override {
    return {.exact = true,
            .rotation_invariant = true,
            .has_weights = true,
            .rows_sum_to_one = true,
            .nonnegative = true,
            .key_equivariant = true};
  }
  AttentionCost do_cost(Index queries, Index keys, Index ambient_dim,
                        Index value_dim) const override {
    return {.multiply_adds = static_cast<double>(queries) * static_cast<double>(keys) *
                             static_cast<double>(ambient_dim + value_dim)};
  }
};

}  // namespace

void add_exact(Registry& registry) {
  registry.add<Exact>(
      "exact", "softmax attention itself, by tiles, with the log-sum-exp of each row",
      "Vaswani et al., \"Attention is all you need\", NeurIPS 2017, equation 1; tiles: "
      "Dao et al., \"FlashAttention\", NeurIPS 2022, algorithm 1");
}

}  // namespace kapprox
