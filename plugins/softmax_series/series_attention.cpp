// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Without a mask, all keys enter the moments and rows follow in tiles. In causal order keys enter
// in runs: a row takes the moments of the runs before its own, and the keys of its own run one by
// one. Under a window moments would have to forget keys, which subtraction cannot do soundly: a row
// takes the logits of its few keys.
#include "series_attention.hpp"

#include "series_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace kapprox {

namespace {

// Numbers that the moments may take: 512 MiB of doubles.
constexpr double most_moments = 67'108'864.0;

constexpr Index key_run = 64;
constexpr Index row_tile = 32;

// What a prepared method shares with its samples, which may outlive it.
struct Prepared {
  Prepared(const Problem& its_problem, const Mask& its_mask)
      : problem(its_problem), mask(its_mask), visible(its_problem, its_mask) {}

  Problem problem;
  Mask mask;
  VisibleKeys visible;
};

// False of powers beyond the range of double.
bool is_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

class SeriesSample final : public AttentionSample {
 public:
  SeriesSample(std::shared_ptr<const Prepared> prepared, Index order)
      : prepared_(std::move(prepared)),
        visible_(prepared_->visible),
        order_(order),
        rows_(prepared_->problem.queries, visible_, order) {}

 private:
  AttentionOutput do_output() const override {
    const Index count = prepared_->problem.queries.rows;
    AttentionOutput output;
    output.rows = Matrix(count, visible_.values().cols);
    output.flags.assign(static_cast<std::size_t>(count), RowFlag::ok);
    for (Index i = 0; i < count; ++i)
      if (!has_key(i)) output.flags[static_cast<std::size_t>(i)] = RowFlag::no_key;
    if (visible_.count() == 0) return output;
    if (prepared_->mask.window > 0)
      rows_from_logits(0, count, output.rows);
    else if (prepared_->mask.causal)
      rows_in_causal_order(output.rows);
    else
      rows_of_all_keys(output.rows);
    for (Index i = 0; i < count; ++i) {
      if (is_finite(output.rows.row(i))) continue;
      output.flags[static_cast<std::size_t>(i)] = RowFlag::no_mass;
      visible_.mean_value(i, output.rows.row(i));
    }
    return output;
  }

  Matrix do_weights() const override {
    Matrix weights(prepared_->problem.queries.rows, prepared_->problem.keys.rows);
    for (Index i = 0; i < weights.rows(); ++i) {
      if (!has_key(i)) continue;
      std::vector<double> row = rows_.weights(i);
      if (!is_finite(row)) row.assign(row.size(), 1.0 / static_cast<double>(row.size()));
      const Index first = visible_.range(i).first;
      for (std::size_t j = 0; j < row.size(); ++j)
        weights(i, visible_.original(first + static_cast<Index>(j))) = row[j];
    }
    return weights;
  }

  bool has_key(Index query) const { return visible_.range(query).size() > 0; }

  void rows_from_logits(Index first, Index last, MatrixView out) const {
    for_each_index((last - first + row_tile - 1) / row_tile, [&](Index tile) {
      const Index begin = first + tile * row_tile;
      for (Index i = begin; i < std::min(begin + row_tile, last); ++i)
        if (has_key(i)) rows_.from_logits(i, out.row(i));
    });
  }

  void rows_from_moments(const JointMoments& moments, Index first, Index last,
                         MatrixView out) const {
    for_each_index((last - first + row_tile - 1) / row_tile, [&](Index tile) {
      const Index begin = first + tile * row_tile;
      rows_.from_moments(moments, begin, std::min(begin + row_tile, last), out);
    });
  }

  void rows_of_all_keys(MatrixView out) const {
    JointMoments moments(visible_.keys(), visible_.values(), order_);
    moments.grow(visible_.count());
    rows_from_moments(moments, 0, out.rows, out);
  }

  void rows_in_causal_order(MatrixView out) const {
    JointMoments moments(visible_.keys(), visible_.values(), order_);
    Index row = 0;
    for (Index past = 0; past < visible_.count(); past += key_run) {
      if (past > 0) moments.grow(past);
      Index last = row;
      while (last < out.rows && visible_.range(last).last <= past + key_run) ++last;
      if (past == 0)
        rows_from_logits(row, last, out);
      else
        rows_from_moments(moments, row, last, out);
      row = last;
    }
  }

  std::shared_ptr<const Prepared> prepared_;
  const VisibleKeys& visible_;
  Index order_;
  SeriesRows rows_;
};

class PreparedSeries final : public PreparedAttention {
 public:
  PreparedSeries(const Problem& problem, const Mask& mask, Index order)
      : prepared_(std::make_shared<const Prepared>(problem, mask)), order_(order) {}

 private:
  std::unique_ptr<const AttentionSample> do_draw(const Stream&) const override {
    return std::make_unique<SeriesSample>(prepared_, order_);
  }

  std::shared_ptr<const Prepared> prepared_;
  Index order_;
};

std::string text(double count) {
  return count < 1e15 ? std::to_string(static_cast<long long>(count)) : "more than 10^15";
}

}  // namespace

void SeriesAttention::declare(Declarations& declarations) {
  declarations
      .integer("order",
               "highest power of q·k that is kept; time and memory grow as C(d + order, d)")
      .at_least(0)
      .at_most(64)
      .otherwise(2);
}

SeriesAttention::SeriesAttention(const Parameters& parameters)
    : order_(parameters.integer("order")) {}

AttentionClaims SeriesAttention::do_claims() const {
  AttentionClaims claims;
  claims.rotation_invariant = true;
  claims.has_weights = true;
  claims.rows_sum_to_one = true;
  claims.nonnegative = order_ == 0;
  claims.key_equivariant = true;
  return claims;
}

AttentionCost SeriesAttention::do_cost(Index queries, Index keys, Index ambient_dim,
                                       Index value_dim) const {
  const double count = monomials_up_to(ambient_dim, order_);
  constexpr Index most = std::numeric_limits<Index>::max();
  AttentionCost cost;
  cost.feature_dim = count < static_cast<double>(most) ? static_cast<Index>(count) : most;
  // A product for the monomial, one multiply-add for each of its sums.
  cost.multiply_adds =
      static_cast<double>(queries + keys) * count * static_cast<double>(value_dim + 2);
  return cost;
}

std::unique_ptr<const PreparedAttention> SeriesAttention::do_prepare(const Problem& problem,
                                                                     const Mask& mask) const {
  const double count = monomials_up_to(problem.rank(), order_);
  const Index width = problem.values.cols + 1;
  if (mask.window == 0 && count * static_cast<double>(width) > most_moments)
    throw InputError("series: order " + std::to_string(order_) + " over " +
                     std::to_string(problem.rank()) + " coordinates has D = " + text(count) +
                     " joint moments for each of " + std::to_string(width) +
                     " columns (the values and 1), but must have at most 2^26 numbers (512 MiB) in "
                     "all; lower the order, or use the softmax method series on logits");
  return std::make_unique<PreparedSeries>(problem, mask, order_);
}

}  // namespace kapprox
