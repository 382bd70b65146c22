// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include <kapprox/error.hpp>
#include <kapprox/exact_attention.hpp>
#include <kapprox/parallel.hpp>
#include <kapprox/vector_math.hpp>
#include <kapprox/visible_keys.hpp>
#include <kapprox/weighted_rows.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

// A tile of logits takes 128 KiB, and the keys and values beside it half as much each at width 64:
// all stay in a second-level cache. Fewer queries would pack each tile of keys too often.
constexpr Index query_tile = 128;
constexpr Index key_tile = 128;

constexpr double lowest = -std::numeric_limits<double>::infinity();

void check(const Problem& problem, const Mask& mask) {
  check_size("width of the keys", problem.keys.cols, problem.queries.cols);
  mask.check(problem.keys.rows);
}

// Multiply-adds where every query sees every key.
double work_of(const Problem& problem) {
  return static_cast<double>(problem.queries.rows) * static_cast<double>(problem.keys.rows) *
         static_cast<double>(problem.keys.cols + problem.values.cols);
}

// Up to query_tile rows on their way over the keys.
class QueryTile {
 public:
  QueryTile(const Problem& problem, const VisibleKeys& visible, Index first, AttentionOutput& out)
      : visible_(visible),
        first_(first),
        queries_(
            problem.queries.rows_from(first, std::min(query_tile, problem.queries.rows - first))),
        out_(out),
        logits_(queries_.rows, key_tile),
        sums_(queries_.rows, visible.values().cols) {
    const auto rows = static_cast<std::size_t>(queries_.rows);
    maxima_.assign(rows, lowest);
    masses_.assign(rows, 0.0);
    runs_.resize(rows);
    for (Index i = 0; i < queries_.rows; ++i) seen_.push_back(visible.range(first + i));
  }

  void run() {
    Index first = visible_.count();
    Index last = 0;
    for (const KeyRange& seen : seen_) {
      if (seen.size() == 0) continue;
      first = std::min(first, seen.first);
      last = std::max(last, seen.last);
    }
    for (Index key = first / key_tile * key_tile; key < last; key += key_tile)
      add(key, std::min(key + key_tile, visible_.count()));
    for (Index i = 0; i < queries_.rows; ++i) finish(i);
  }

 private:
  // Adds keys first … last − 1.
  void add(Index first, Index last) {
    MatrixView logits = logits_;
    logits.cols = last - first;
    multiply_transposed(queries_, visible_.keys().rows_from(first, last - first), logits);
    for (Index i = 0; i < queries_.rows; ++i) {
      const KeyRange seen = seen_[static_cast<std::size_t>(i)];
      const KeyRange run = {std::max(seen.first, first) - first, std::min(seen.last, last) - first};
      runs_[static_cast<std::size_t>(i)] = run.size() > 0 && weigh(i, run) ? run : KeyRange{};
    }
    add_weighted_rows(logits, runs_, visible_.values().rows_from(first, last - first), sums_);
  }

  // Turns logits of row i into weights against its new maximum; false where all are 0.
  bool weigh(Index i, KeyRange run) {
    const auto row = static_cast<std::size_t>(i);
    const std::span<double> logits = logits_.row(i).subspan(static_cast<std::size_t>(run.first),
                                                            static_cast<std::size_t>(run.size()));
    const double largest = max_value(logits);
    if (largest == lowest) return false;
    if (!(largest <= maxima_[row])) {  // larger, or not a number
      const double shrink = std::exp(maxima_[row] - largest);
      for (double& sum : sums_.row(i)) sum *= shrink;
      masses_[row] *= shrink;
      maxima_[row] = largest;
    }
    masses_[row] += exp_and_sum(logits, maxima_[row], logits);
    return true;
  }

  void finish(Index i) {
    const auto row = static_cast<std::size_t>(i);
    const auto to = static_cast<std::size_t>(first_ + i);
    if (seen_[row].size() == 0) {
      out_.flags[to] = RowFlag::no_key;
      return;
    }
    out_.normalisers[to] = {masses_[row], maxima_[row]};
    if (!(masses_[row] > 0.0) || !std::isfinite(masses_[row])) {
      out_.flags[to] = RowFlag::no_mass;
      visible_.mean_value(first_ + i, out_.rows.row(first_ + i));
      return;
    }
    for (Index c = 0; c < sums_.cols(); ++c) out_.rows(first_ + i, c) = sums_(i, c) / masses_[row];
  }

  const VisibleKeys& visible_;
  Index first_;
  ConstMatrixView queries_;
  AttentionOutput& out_;
  Matrix logits_;               // rows × key_tile
  Matrix sums_;                 // rows × d_v, in units of exp(maximum)
  std::vector<double> maxima_;  // of the logits so far
  std::vector<double> masses_;  // Σ exp(logit − maximum)
  std::vector<KeyRange> seen_;
  std::vector<KeyRange> runs_;  // in columns of logits_
};

}  // namespace

AttentionOutput exact_attention(const Problem& problem, const Mask& mask) {
  check(problem, mask);
  check_size("number of values", problem.values.rows, problem.keys.rows);
  const VisibleKeys visible(problem, mask);
  const Index queries = problem.queries.rows;
  AttentionOutput out;
  out.rows = Matrix(queries, problem.values.cols);
  out.normalisers.resize(static_cast<std::size_t>(queries));
  out.flags.assign(static_cast<std::size_t>(queries), RowFlag::ok);
  for_each_index((queries + query_tile - 1) / query_tile,
                 [&](Index tile) { QueryTile(problem, visible, tile * query_tile, out).run(); });
  return out;
}

Matrix exact_weights(const Problem& problem, const Mask& mask) {
  check(problem, mask);
  const VisibleKeys visible(problem, mask);
  const Index queries = problem.queries.rows;
  Matrix weights(queries, problem.keys.rows);
  const auto fill = [&](Index i) {
    const KeyRange seen = visible.range(i);
    if (seen.size() == 0) return;
    Matrix logits(1, seen.size());
    multiply_transposed(problem.queries.rows_from(i, 1),
                        visible.keys().rows_from(seen.first, seen.size()), logits);
    double mass = exp_and_sum(logits.row(0), max_value(logits.row(0)), logits.row(0));
    if (!(mass > 0.0) || !std::isfinite(mass)) {
      std::fill(logits.values().begin(), logits.values().end(), 1.0);
      mass = static_cast<double>(seen.size());
    }
    for (Index j = 0; j < seen.size(); ++j)
      weights(i, visible.original(seen.first + j)) = logits(0, j) / mass;
  };
  for_each_index(queries, fill, work_of(problem));
  return weights;
}

}  // namespace kapprox
