// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Any softmax method as attention: the logits q·k of the keys that a query sees become weights, the
// weights a sum of values. Quadratic in n, with memory for a few rows of logits at a time.
#include "deterministic.hpp"
#include "methods.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace kapprox {

namespace {

// Rows of logits at a time: enough to pay for packing the keys.
constexpr Index rows_together = 32;

class Direct final : public DeterministicAttention {
 public:
  static void declare(Declarations& declarations) {
    declarations
        .method(Kind::softmax, "softmax", "what turns logits into weights: any softmax method")
        .otherwise("softmax");
  }

  explicit Direct(const Parameters& parameters)
      : softmax_(parameters.method<SoftmaxMethod>("softmax")) {}

  AttentionOutput output(const Problem& problem, const Mask& mask) const override {
    const VisibleKeys visible(problem, mask);
    const auto queries = static_cast<std::size_t>(problem.queries.rows);
    AttentionOutput out;
    out.rows = Matrix(problem.queries.rows, problem.values.cols);
    out.normalisers.resize(queries);
    out.flags.assign(queries, RowFlag::ok);
    for_each_tile(problem, [&](Index first, Index last) {
      Tile tile(*this, problem, visible, first, last);
      for (Index i = first; i < last; ++i) {
        const auto row = static_cast<std::size_t>(i);
        out.flags[row] = tile.flags[row - static_cast<std::size_t>(first)];
        const double log_sum = tile.log_sums[row - static_cast<std::size_t>(first)];
        if (out.flags[row] != RowFlag::no_key) out.normalisers[row] = exp_of(log_sum);
      }
      ConstMatrixView values = visible.values();
      values.data += tile.first_key * values.stride;
      values.rows = tile.weights.cols();
      MatrixView rows = out.rows;
      rows.data += first * rows.stride;
      rows.rows = last - first;
      add_weighted_rows(tile.weights, tile.runs, values, rows);
    });
    return out;
  }

  Matrix weights(const Problem& problem, const Mask& mask) const override {
    const VisibleKeys visible(problem, mask);
    Matrix weights(problem.queries.rows, problem.keys.rows);
    for_each_tile(problem, [&](Index first, Index last) {
      const Tile tile(*this, problem, visible, first, last);
      for (Index i = first; i < last; ++i) {
        const KeyRange run = tile.runs[static_cast<std::size_t>(i - first)];
        for (Index j = run.first; j < run.last; ++j)
          weights(i, visible.original(tile.first_key + j)) = tile.weights(i - first, j);
      }
    });
    return weights;
  }

 private:
  // Weights of queries first … last − 1 over the keys that one of them sees.
  struct Tile {
    Tile(const Direct& method, const Problem& problem, const VisibleKeys& visible, Index first,
         Index last) {
      Index last_key = 0;
      first_key = visible.count();
      for (Index i = first; i < last; ++i) {
        const KeyRange seen = visible.range(i);
        runs.push_back(seen);
        if (seen.size() == 0) continue;
        first_key = std::min(first_key, seen.first);
        last_key = std::max(last_key, seen.last);
      }
      last_key = std::max(last_key, first_key);
      weights = Matrix(last - first, last_key - first_key);
      ConstMatrixView queries = problem.queries;
      queries.data += first * queries.stride;
      queries.rows = last - first;
      ConstMatrixView keys = visible.keys();
      keys.data += first_key * keys.stride;
      keys.rows = weights.cols();
      multiply_transposed(queries, keys, weights);
      for (Index i = 0; i < weights.rows(); ++i) weigh(method, i);
    }

    void weigh(const Direct& method, Index i) {
      KeyRange& run = runs[static_cast<std::size_t>(i)];
      if (run.size() == 0) {
        run = {};
        flags.push_back(RowFlag::no_key);
        log_sums.push_back(0.0);
        return;
      }
      run = {run.first - first_key, run.last - first_key};
      const std::span<double> row = weights.row(i).subspan(static_cast<std::size_t>(run.first),
                                                           static_cast<std::size_t>(run.size()));
      log_sums.push_back(method.softmax_->weights(row, row));
      const bool has_mass =
          std::isfinite(log_sums.back()) &&
          std::all_of(row.begin(), row.end(), [](double weight) { return std::isfinite(weight); });
      flags.push_back(has_mass ? RowFlag::ok : RowFlag::no_mass);
      if (!has_mass) std::fill(row.begin(), row.end(), 1.0 / static_cast<double>(run.size()));
    }

    Index first_key = 0;
    Matrix weights;              // queries × keys from first_key on
    std::vector<KeyRange> runs;  // in columns of `weights`
    std::vector<double> log_sums;
    std::vector<RowFlag> flags;
  };

  static LogNumber exp_of(double log_sum) {
    return std::isfinite(log_sum) ? LogNumber{1.0, log_sum} : LogNumber{log_sum, 0.0};
  }

  static void for_each_tile(const Problem& problem,
                            const std::function<void(Index first, Index last)>& body) {
    const Index queries = problem.queries.rows;
    const double work = static_cast<double>(queries) * static_cast<double>(problem.keys.rows) *
                        static_cast<double>(problem.keys.cols + problem.values.cols);
    for_each_index((queries + rows_together - 1) / rows_together,
                   [&](Index tile) {
                     body(tile * rows_together, std::min((tile + 1) * rows_together, queries));
                   },
                   work);
  }

  AttentionClaims do_claims() const override {
    const SoftmaxClaims claims = softmax_->claims();
    return {.rotation_invariant = true,
            .has_weights = true,
            .rows_sum_to_one = claims.sums_to_one,
            .nonnegative = claims.nonnegative,
            .key_equivariant = claims.equivariant};
  }
  AttentionCost do_cost(Index queries, Index keys, Index ambient_dim,
                        Index value_dim) const override {
    return {.multiply_adds = static_cast<double>(queries) * static_cast<double>(keys) *
                             static_cast<double>(ambient_dim + value_dim)};
  }

  std::shared_ptr<const SoftmaxMethod> softmax_;
};

}  // namespace

void add_direct(Registry& registry) {
  registry.add<Direct>("direct", "any softmax method on the logits q·k, row by row",
                       "Vaswani et al., \"Attention is all you need\", NeurIPS 2017, equation 1, "
                       "with another softmax");
}

}  // namespace kapprox
