// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Nyström attention: O = F A⁺ B V through landmarks Q̃ and K̃, the means of equal segments,
//
//   F = softmax(Q K̃ᵀ),   A = softmax(Q̃ K̃ᵀ),   B = softmax(Q̃ Kᵀ).
//
// Xiong et al., "Nyströmformer: a Nyström-based algorithm for approximating self-attention", AAAI
// 2021, section 3. A landmark mixes all positions of its segment and every query, so there is
// no causal order. B V and F (A⁺ B V) are two exact attentions with few queries or few keys.
#include "iterated_inverse.hpp"
#include "methods.hpp"

#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

// Means of `count` consecutive segments of rows, whose lengths differ by at most 1.
Matrix segment_means(ConstMatrixView rows, Index count) {
  Matrix means(count, rows.cols);
  for (Index s = 0; s < count; ++s) {
    const Index first = s * rows.rows / count;
    const Index last = (s + 1) * rows.rows / count;
    const std::vector<double> mean = mean_row(rows.rows_from(first, last - first));
    std::copy(mean.begin(), mean.end(), means.row(s).begin());
  }
  return means;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix out(a.rows(), b.cols());
  const std::vector<KeyRange> all(static_cast<std::size_t>(a.rows()), KeyRange{0, b.rows()});
  add_weighted_rows(a, all, b, out);
  return out;
}

struct Fit {
  Problem problem;
  Mask mask;
  Matrix landmark_queries;  // m × rank
  Matrix landmark_keys;     // m × rank
  Matrix inverse;           // A⁺, m × m
  Matrix landmark_values;   // A⁺ B V, m × d_v
};

class Sample final : public AttentionSample {
 public:
  explicit Sample(std::shared_ptr<const Fit> fit) : fit_(std::move(fit)) {}

 private:
  AttentionOutput do_output() const override {
    const Problem& problem = fit_->problem;
    AttentionOutput out;
    if (fit_->landmark_keys.rows() == 0) {
      const auto queries = static_cast<std::size_t>(problem.queries.rows);
      out.rows = Matrix(problem.queries.rows, problem.values.cols);
      out.flags.assign(queries, RowFlag::no_key);
      return out;
    }
    out = exact_attention(
        {problem.queries, fit_->landmark_keys, fit_->landmark_values, problem.ambient_dim}, {});
    out.normalisers.clear();
    const VisibleKeys visible(problem, fit_->mask);
    for (Index i = 0; i < out.rows.rows(); ++i) {
      RowFlag& flag = out.flags[static_cast<std::size_t>(i)];
      const std::span<double> row = out.rows.row(i);
      if (!std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); }))
        flag = RowFlag::no_mass;
      if (flag == RowFlag::no_mass) visible.mean_value(i, row);
    }
    return out;
  }

  Matrix do_weights() const override {
    const Problem& problem = fit_->problem;
    Matrix weights(problem.queries.rows, problem.keys.rows);
    if (fit_->landmark_keys.rows() == 0) return weights;
    const Matrix f =
        exact_weights({problem.queries, fit_->landmark_keys, {}, problem.ambient_dim}, {});
    const Matrix b =
        exact_weights({fit_->landmark_queries, problem.keys, {}, problem.ambient_dim}, fit_->mask);
    weights = product(f, product(fit_->inverse, b));
    const AttentionOutput out = do_output();
    const VisibleKeys visible(problem, fit_->mask);
    for (Index i = 0; i < weights.rows(); ++i) {
      if (out.flags[static_cast<std::size_t>(i)] == RowFlag::ok) continue;
      std::fill(weights.row(i).begin(), weights.row(i).end(), 0.0);
      for (Index j = 0; j < visible.count(); ++j)
        weights(i, visible.original(j)) = 1.0 / static_cast<double>(visible.count());
    }
    return weights;
  }

  std::shared_ptr<const Fit> fit_;
};

class Prepared final : public PreparedAttention {
 public:
  explicit Prepared(std::shared_ptr<const Fit> fit) : fit_(std::move(fit)) {}

 private:
  std::unique_ptr<const AttentionSample> do_draw(const Stream&) const override {
    return std::make_unique<const Sample>(fit_);
  }

  std::shared_ptr<const Fit> fit_;
};

class Nystrom final : public AttentionMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.integer("landmarks", "segments of queries and of keys; at most one per row")
        .at_least(1)
        .at_most(4096);
    declarations.integer("iterations", "steps of the published iteration for A⁺; 0: A⁺ itself")
        .at_least(0)
        .at_most(1000)
        .otherwise(0);
  }

  explicit Nystrom(const Parameters& parameters)
      : landmarks_(static_cast<Index>(parameters.integer("landmarks"))),
        iterations_(static_cast<Index>(parameters.integer("iterations"))) {}

 private:
  AttentionClaims do_claims() const override {
    return {.rotation_invariant = true,
            .fits_data = true,
            .has_weights = true,
            .causal = false,
            .window = false};
  }

  AttentionCost do_cost(Index queries, Index keys, Index ambient_dim,
                        Index value_dim) const override {
    const auto m = static_cast<double>(std::min({landmarks_, queries, keys}));
    const auto rows = static_cast<double>(queries + keys);
    const double inverse = iterations_ == 0 ? 40.0 : 4.0 * static_cast<double>(iterations_);
    return {.multiply_adds = m * rows * static_cast<double>(ambient_dim + value_dim) +
                             m * m * static_cast<double>(ambient_dim + value_dim) +
                             inverse * m * m * m};
  }

  std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                      const Mask& mask) const override {
    auto fit = std::make_shared<Fit>();
    fit->problem = problem;
    fit->mask = mask;
    const VisibleKeys visible(problem, mask);
    const Index m = std::min({landmarks_, problem.queries.rows, visible.count()});
    if (m == 0) return std::make_unique<const Prepared>(std::move(fit));
    fit->landmark_queries = segment_means(problem.queries, m);
    fit->landmark_keys = segment_means(visible.keys(), m);
    const Matrix a =
        exact_weights({fit->landmark_queries, fit->landmark_keys, {}, problem.ambient_dim}, {});
    fit->inverse = iterations_ == 0 ? pseudo_inverse(a) : iterated_inverse(a, iterations_);
    const AttentionOutput b_v = exact_attention(
        {fit->landmark_queries, visible.keys(), visible.values(), problem.ambient_dim}, {});
    fit->landmark_values = product(fit->inverse, b_v.rows);
    return std::make_unique<const Prepared>(std::move(fit));
  }

  Index landmarks_;
  Index iterations_;
};

}  // namespace

void add_nystrom(Registry& registry) {
  registry.add<Nystrom>(
      "nystrom", "Nyström attention through segment means; in both directions only",
      "Xiong et al., \"Nyströmformer: a Nyström-based algorithm for approximating "
      "self-attention\", AAAI 2021, section 3");
}

}  // namespace kapprox
