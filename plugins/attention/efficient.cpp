// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Efficient attention: softmax over the features of each query, softmax over the positions of each
// feature of the keys, and no other denominator:
//
//   o_i = Σ_f ρ_if Σ_j exp(k_jf) v_j / Z_if,   ρ_if = exp(q_if) / Σ_g exp(q_ig),   Z_if = Σ_j
//   exp(k_jf)
//
// over the keys j that query i sees, so that weights of a row sum to 1. Shen et al., "Efficient
// attention: attention with linear complexities", WACV 2021, section 3. It is not exp(q)·exp(k)
// with normalised rows: there each row has one denominator, here each feature has its own.
#include "deterministic.hpp"
#include "methods.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

constexpr double lowest = -std::numeric_limits<double>::infinity();

// ρ of one query.
std::vector<double> feature_softmax(std::span<const double> query) {
  std::vector<double> shares(query.size());
  const double mass = exp_and_sum(query, max_value(query), shares);
  for (double& share : shares) share /= mass;
  return shares;
}

// Keys 0, 1, … as they are added: per feature f the largest k_f, Σ exp(k_f − largest), and the same
// sum of values.
class PrefixState {
 public:
  PrefixState(Index d, Index d_v)
      : largest_(static_cast<std::size_t>(d), lowest),
        masses_(static_cast<std::size_t>(d), 0.0),
        sums_(d, d_v) {}

  void add(std::span<const double> key, std::span<const double> value) {
    for (std::size_t f = 0; f < key.size(); ++f) {
      const std::span<double> sums = sums_.row(static_cast<Index>(f));
      if (!(key[f] <= largest_[f])) {  // larger, or not a number
        const double shrink = std::exp(largest_[f] - key[f]);
        masses_[f] *= shrink;
        for (double& sum : sums) sum *= shrink;
        largest_[f] = key[f];
      }
      const double weight = std::exp(key[f] - largest_[f]);
      masses_[f] += weight;
      for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += weight * value[c];
    }
  }

  // out (d_v) = o of a query with these feature shares; false where that is no number.
  bool answer(std::span<const double> shares, std::span<double> out) const {
    double total = 0.0;
    for (std::size_t f = 0; f < shares.size(); ++f) {
      const double share = shares[f] / masses_[f];
      total += share;
      const std::span<const double> sums = sums_.row(static_cast<Index>(f));
      for (std::size_t c = 0; c < out.size(); ++c) out[c] += share * sums[c];
    }
    return std::isfinite(total);
  }

 private:
  std::vector<double> largest_;
  std::vector<double> masses_;
  Matrix sums_;  // d × d_v
};

// out[j] = Σ_f ρ_f exp(k_jf) / Z_f over rows of keys, straight from the formula.
void row_weights(std::span<const double> query, ConstMatrixView keys, std::span<double> out) {
  std::vector<double> largest(query.size(), lowest);
  for (Index j = 0; j < keys.rows; ++j)
    for (std::size_t f = 0; f < query.size(); ++f)
      if (!(keys.row(j)[f] <= largest[f])) largest[f] = keys.row(j)[f];
  Matrix exponentials(keys.rows, keys.cols);
  std::vector<double> masses(query.size(), 0.0);
  for (Index j = 0; j < keys.rows; ++j) {
    const std::span<double> row = exponentials.row(j);
    for (std::size_t f = 0; f < row.size(); ++f) row[f] = keys.row(j)[f] - largest[f];
    vector_exp(row, row);
    for (std::size_t f = 0; f < row.size(); ++f) masses[f] += row[f];
  }
  std::vector<double> shares = feature_softmax(query);
  for (std::size_t f = 0; f < shares.size(); ++f) shares[f] /= masses[f];
  for (Index j = 0; j < keys.rows; ++j)
    out[static_cast<std::size_t>(j)] = dot(exponentials.row(j), shares);
  const bool finite =
      std::all_of(out.begin(), out.end(), [](double weight) { return std::isfinite(weight); });
  if (!finite) std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
}

class Efficient final : public DeterministicAttention {
 public:
  AttentionOutput output(const Problem& problem, const Mask& mask) const override {
    const VisibleKeys visible(problem, mask);
    const Index queries = problem.queries.rows;
    AttentionOutput out;
    out.rows = Matrix(queries, problem.values.cols);
    out.flags.assign(static_cast<std::size_t>(queries), RowFlag::ok);
    if (mask.window > 0)
      run_by_rows(problem, visible, out);
    else
      run_by_prefix(problem, visible, out);
    for (Index i = 0; i < queries; ++i)
      if (out.flags[static_cast<std::size_t>(i)] == RowFlag::no_mass)
        visible.mean_value(i, out.rows.row(i));
    return out;
  }

  Matrix weights(const Problem& problem, const Mask& mask) const override {
    const VisibleKeys visible(problem, mask);
    Matrix weights(problem.queries.rows, problem.keys.rows);
    const auto fill = [&](Index i) {
      const KeyRange seen = visible.range(i);
      std::vector<double> own(static_cast<std::size_t>(seen.size()));
      row_weights(problem.queries.row(i), visible.keys().rows_from(seen.first, seen.size()), own);
      for (Index j = 0; j < seen.size(); ++j) {
        const double weight = own[static_cast<std::size_t>(j)];
        weights(i, visible.original(seen.first + j)) =
            std::isnan(weight) ? 1.0 / static_cast<double>(seen.size()) : weight;
      }
    };
    for_each_index(weights.rows(), fill, work_by_rows(problem));
    return weights;
  }

 private:
  // Of row_weights where every query sees every key; an exponential counts as ten multiply-adds.
  static double work_by_rows(const Problem& problem) {
    return 10.0 * static_cast<double>(problem.queries.rows) *
           static_cast<double>(problem.keys.rows) * static_cast<double>(problem.keys.cols);
  }

  // Without a window what a query sees only grows: one pass over the keys.
  static void run_by_prefix(const Problem& problem, const VisibleKeys& visible,
                            AttentionOutput& out) {
    PrefixState state(problem.rank(), problem.values.cols);
    Index added = 0;
    for (Index i = 0; i < problem.queries.rows; ++i) {
      const KeyRange seen = visible.range(i);
      RowFlag& flag = out.flags[static_cast<std::size_t>(i)];
      if (seen.size() == 0) {
        flag = RowFlag::no_key;
        continue;
      }
      for (; added < seen.last; ++added)
        state.add(visible.keys().row(added), visible.values().row(added));
      if (!state.answer(feature_softmax(problem.queries.row(i)), out.rows.row(i)))
        flag = RowFlag::no_mass;
    }
  }

  // A sum cannot forget a key without losing digits, so each row of a window starts anew.
  static void run_by_rows(const Problem& problem, const VisibleKeys& visible,
                          AttentionOutput& out) {
    const auto fill = [&](Index i) {
      const KeyRange seen = visible.range(i);
      RowFlag& flag = out.flags[static_cast<std::size_t>(i)];
      if (seen.size() == 0) {
        flag = RowFlag::no_key;
        return;
      }
      Matrix own(1, seen.size());
      row_weights(problem.queries.row(i), visible.keys().rows_from(seen.first, seen.size()),
                  own.row(0));
      if (std::isnan(own(0, 0))) {
        flag = RowFlag::no_mass;
        return;
      }
      const KeyRange all = {0, seen.size()};
      MatrixView row = out.rows;
      row.data += i * row.stride;
      row.rows = 1;
      add_weighted_rows(own, {&all, 1}, visible.values().rows_from(seen.first, seen.size()), row);
    };
    for_each_index(problem.queries.rows, fill, work_by_rows(problem));
  }

  AttentionClaims do_claims() const override {
    return {
        .has_weights = true, .rows_sum_to_one = true, .nonnegative = true, .key_equivariant = true};
  }
  AttentionCost do_cost(Index queries, Index keys, Index ambient_dim,
                        Index value_dim) const override {
    return {.feature_dim = ambient_dim,
            .multiply_adds = static_cast<double>(queries + keys) *
                             static_cast<double>(ambient_dim) * static_cast<double>(value_dim + 1)};
  }
};

}  // namespace

void add_efficient(Registry& registry) {
  registry.add<Efficient>(
      "efficient", "softmax over features of queries, over positions of keys: linear in n",
      "Shen et al., \"Efficient attention: attention with linear complexities\", WACV 2021, "
      "section 3");
}

}  // namespace kapprox
