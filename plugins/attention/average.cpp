// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The mean of the values that a query sees: what attention becomes when its weights say nothing,
// and the baseline that every approximation must beat.
#include "deterministic.hpp"
#include "methods.hpp"

namespace kapprox {

namespace {

class Average final : public DeterministicAttention {
 public:
  AttentionOutput output(const Problem& problem, const Mask& mask) const override {
    const VisibleKeys visible(problem, mask);
    const Index queries = problem.queries.rows;
    AttentionOutput out;
    out.rows = Matrix(queries, problem.values.cols);
    out.flags.assign(static_cast<std::size_t>(queries), RowFlag::ok);
    visible.mean_values(out.rows);
    for (Index i = 0; i < queries; ++i)
      if (visible.range(i).size() == 0) out.flags[static_cast<std::size_t>(i)] = RowFlag::no_key;
    return out;
  }

  Matrix weights(const Problem& problem, const Mask& mask) const override {
    const VisibleKeys visible(problem, mask);
    Matrix weights(problem.queries.rows, problem.keys.rows);
    for (Index i = 0; i < weights.rows(); ++i) {
      const KeyRange seen = visible.range(i);
      for (Index j = seen.first; j < seen.last; ++j)
        weights(i, visible.original(j)) = 1.0 / static_cast<double>(seen.size());
    }
    return weights;
  }

 private:
  AttentionClaims do_claims() const override {
    return {.rotation_invariant = true,
            .has_weights = true,
            .rows_sum_to_one = true,
            .nonnegative = true,
            .key_equivariant = true};
  }
  AttentionCost do_cost(Index queries, Index keys, Index, Index value_dim) const override {
    return {.multiply_adds = static_cast<double>(queries + keys) * static_cast<double>(value_dim)};
  }
};

}  // namespace

void add_average(Registry& registry) {
  registry.add<Average>("average", "the mean of the values that a query sees: the baseline",
                        "order 0 of the softmax expansion, docs/methods/attention.md");
}

}  // namespace kapprox
