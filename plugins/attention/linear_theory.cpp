// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "linear_theory.hpp"

#include "linear_covariance.hpp"

#include <kapprox/exact_attention.hpp>
#include <kapprox/parallel.hpp>
#include <kapprox/rows.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace kapprox::linear {

namespace {

// Entries of C in all: some seconds.
constexpr double most_entries = 3e8;
constexpr double most_coupled_entries = 1e5;

// Beyond this exponentials are taken in units of the largest one.
constexpr double large_exponent = 600.0;

// Centring moves queries and keys; relative errors are those of the moved rows.
Matrix moved(ConstMatrixView rows, const std::vector<double>& centre) {
  Matrix result(rows.rows, rows.cols);
  for (Index i = 0; i < rows.rows; ++i)
    for (Index l = 0; l < rows.cols; ++l)
      result(i, l) = rows(i, l) - (centre.empty() ? 0.0 : centre[static_cast<std::size_t>(l)]);
  return result;
}

struct Centred {
  Matrix queries;
  Matrix keys;

  Centred(const RandomFeatureMap& map, const Problem& fitted, const Problem& problem,
          const VisibleKeys& visible)
      : queries(moved(problem.queries, map.centre() == Centre::both ? mean_row(fitted.queries)
                                                                    : std::vector<double>())),
        keys(moved(visible.keys(),
                   map.centre() == Centre::none ? std::vector<double>() : mean_row(fitted.keys))) {}
};

// One row of the theory from the keys it sees.
class Row {
 public:
  Row(const RelativeCovariance& covariance, std::span<const double> query, ConstMatrixView keys,
      std::span<const double> weights, ConstMatrixView values)
      : covariance_(covariance), weights_(weights), products_(keys.rows, keys.rows) {
    query_.own = dot(query, query);
    for (Index j = 0; j < keys.rows; ++j) query_.with_keys.push_back(dot(query, keys.row(j)));
    multiply_transposed(keys, keys, products_);
    // Row c: p_j (v_jc − o_c).
    deviations_ = Matrix(values.cols, keys.rows);
    for (Index c = 0; c < values.cols; ++c) {
      double exact = 0.0;
      for (Index j = 0; j < keys.rows; ++j)
        exact += weights[static_cast<std::size_t>(j)] * values(j, c);
      for (Index j = 0; j < keys.rows; ++j)
        deviations_(c, j) = weights[static_cast<std::size_t>(j)] * (values(j, c) - exact);
    }
  }

  // False where the covariance is unknown. Adds to zeros.
  bool compute(std::span<double> bias, std::span<double> variance, double& normaliser) const {
    const double largest = covariance_.largest_exponent(query_, products_);
    const double log_unit = largest > large_exponent ? largest : 0.0;
    std::vector<double> row(weights_.size());
    for (Index j = 0; j < products_.rows(); ++j) {
      if (!covariance_.row(query_, products_, j, log_unit, row)) return false;
      normaliser += weights_[static_cast<std::size_t>(j)] * dot(row, weights_);
      for (std::size_t c = 0; c < bias.size(); ++c) {
        const std::span<const double> deviations = deviations_.row(static_cast<Index>(c));
        const double product = dot(row, deviations);
        bias[c] -= weights_[static_cast<std::size_t>(j)] * product;
        variance[c] += deviations[static_cast<std::size_t>(j)] * product;
      }
    }
    normaliser = LogNumber{normaliser, log_unit}.to_double();
    for (std::size_t c = 0; c < bias.size(); ++c) {
      bias[c] = LogNumber{bias[c], log_unit}.to_double();
      variance[c] = LogNumber{variance[c], log_unit}.to_double();
    }
    return true;
  }

 private:
  const RelativeCovariance& covariance_;
  std::span<const double> weights_;
  QueryProducts query_;
  Matrix products_;
  Matrix deviations_;
};

// Softmax of the logits of one query.
std::vector<double> exact_row(std::span<const double> query, ConstMatrixView keys) {
  std::vector<double> weights;
  for (Index j = 0; j < keys.rows; ++j) weights.push_back(dot(query, keys.row(j)));
  const double sum = exp_and_sum(weights, max_value(weights), weights);
  for (double& weight : weights) weight /= sum;
  return weights;
}

double entries(const VisibleKeys& keys, KeyRange rows) {
  double sum = 0.0;
  for (Index query = rows.first; query < rows.last; ++query) {
    const auto seen = static_cast<double>(keys.range(query).size());
    sum += seen * seen;
  }
  return sum;
}

}  // namespace

std::optional<AttentionTheory> delta_method(const FeatureMap& map, const Problem& fitted,
                                            const Problem& problem, const VisibleKeys& keys,
                                            KeyRange rows) {
  const auto* random = dynamic_cast<const RandomFeatureMap*>(&map);
  if (random == nullptr) return std::nullopt;
  const std::optional<RelativeCovariance> covariance =
      RelativeCovariance::of(*random, problem.ambient_dim);
  if (!covariance ||
      entries(keys, rows) > (covariance->is_coupled() ? most_coupled_entries : most_entries))
    return std::nullopt;

  const Centred centred(*random, fitted, problem, keys);
  AttentionTheory theory{Matrix(problem.queries.rows, problem.values.cols),
                         Matrix(problem.queries.rows, problem.values.cols),
                         std::vector<double>(static_cast<std::size_t>(problem.queries.rows))};
  std::atomic<bool> is_known{true};
  for_each_index(std::max(rows.size(), Index{0}), [&](Index index) {
    const Index query = rows.first + index;
    const KeyRange run = keys.range(query);
    if (run.size() == 0 || !is_known) return;
    const std::vector<double> weights =
        exact_row(problem.queries.row(query), keys.keys().rows_from(run.first, run.size()));
    const Row row(*covariance, centred.queries.row(query),
                  ConstMatrixView(centred.keys).rows_from(run.first, run.size()), weights,
                  keys.values().rows_from(run.first, run.size()));
    if (!row.compute(theory.bias.row(query), theory.variance.row(query),
                     theory.normaliser_variance[static_cast<std::size_t>(query)]))
      is_known = false;
  });
  if (!is_known) return std::nullopt;
  return theory;
}

}  // namespace kapprox::linear
