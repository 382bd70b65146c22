// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The mean of the values that a query sees: what attention becomes when its weights say nothing,
// and the baseline that every approximation must beat.
#include "deterministic.hpp"
#include "methods.hpp"

#include <algorithm>

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
    std::vector<double> sum(static_cast<std::size_t>(problem.values.cols), 0.0);
    KeyRange summed;
    for (Index i = 0; i < queries; ++i) {
      const KeyRange seen = visible.range(i);
      if (seen.size() == 0) {
        out.flags[static_cast<std::size_t>(i)] = RowFlag::no_key;
        continue;
      }
      // Without a window a run only grows; a sum that moves along would lose digits.
      if (seen.first != summed.first || seen.last < summed.last) {
        std::fill(sum.begin(), sum.end(), 0.0);
        summed = {seen.first, seen.first};
      }
      for (; summed.last < seen.last; ++summed.last)
        for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += visible.values().row(summed.last)[c];
      for (std::size_t c = 0; c < sum.size(); ++c)
        out.rows.row(i)[c] = sum[c] / static_cast<double>(seen.size());
    }
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
