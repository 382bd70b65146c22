// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "block_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

SparseRow without_mass(KeyRange seen) {
  SparseRow result;
  result.runs.push_back(seen);
  result.weights.assign(place(seen.size()), 1.0 / static_cast<double>(seen.size()));
  result.flag = RowFlag::no_mass;
  return result;
}

}  // namespace

BlockAttention::BlockAttention(const BlockScorer& scorer, const BlockChoice& choice,
                               const Problem& problem, const Mask& mask)
    : choice_(choice),
      queries_(problem.queries),
      key_count_(problem.keys.rows),
      visible_(problem, mask),
      scorer_(scorer.prepare({problem.keys.cols})) {
  for (Index j = 0; j < visible_.count(); ++j) {
    const Index number = visible_.original(j) / choice_.block;
    if (numbers_.empty() || numbers_.back() != number) {
      numbers_.push_back(number);
      rows_.push_back({j, j});
    }
    rows_.back().last = j + 1;
  }
  for (const KeyRange& rows : rows_) {
    std::unique_ptr<BlockSummary> summary = scorer_.begin_block();
    summary->add(visible_.keys().rows_from(rows.first, rows.size()));
    summaries_.push_back(std::move(summary));
  }
}

std::vector<BlockAttention::Scored> BlockAttention::scored(Index query) const {
  const KeyRange seen = visible_.range(query);
  const Index position = query + key_count_ - queries_.rows;
  std::vector<Scored> all;
  for (std::size_t b = 0; b < rows_.size(); ++b) {
    Scored one;
    one.rows = {std::max(rows_[b].first, seen.first), std::min(rows_[b].last, seen.last)};
    if (one.rows.size() == 0) continue;
    one.is_own = position >= 0 && numbers_[b] == position / choice_.block;
    if (one.rows.size() == rows_[b].size()) {
      one.score = summaries_[b]->score(queries_.row(query));
    } else {
      const std::unique_ptr<BlockSummary> part = scorer_.begin_block();
      part->add(visible_.keys().rows_from(one.rows.first, one.rows.size()));
      one.score = part->score(queries_.row(query));
    }
    // Beyond the range of double: chosen last.
    if (std::isnan(one.score)) one.score = -std::numeric_limits<double>::infinity();
    all.push_back(one);
  }
  return all;
}

std::vector<BlockAttention::Scored> BlockAttention::chosen(Index query) const {
  const std::vector<Scored> all = scored(query);
  const auto is_forced = [&](const Scored& one) {
    return one.is_own && choice_.own != OwnBlock::none;
  };
  std::vector<std::size_t> order;
  Index slots = choice_.top_k;
  for (std::size_t b = 0; b < all.size(); ++b) {
    if (!is_forced(all[b]))
      order.push_back(b);
    else if (choice_.own == OwnBlock::slot)
      --slots;
  }
  // Stable: of equal scores the lowest block comes first.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return all[a].score > all[b].score; });
  order.resize(std::min(order.size(), place(slots)));
  std::vector<Scored> result;
  for (std::size_t b = 0; b < all.size(); ++b)
    if (is_forced(all[b]) || std::find(order.begin(), order.end(), b) != order.end())
      result.push_back(all[b]);
  return result;
}

SparseRow BlockAttention::row(Index query) const {
  SparseRow result;
  std::vector<double> masses;  // of blocks, logarithms
  for (const Scored& one : chosen(query)) {
    const std::size_t begin = result.weights.size();
    for (Index j = one.rows.first; j < one.rows.last; ++j)
      result.weights.push_back(dot(queries_.row(query), visible_.keys().row(j)));
    const std::span<double> logits = std::span(result.weights).subspan(begin);
    const double largest = max_value(logits);
    const double sum = exp_and_sum(logits, largest, logits);
    for (double& weight : logits) weight /= sum;
    const bool by_score = choice_.surrogate && !(one.is_own && choice_.own != OwnBlock::none);
    masses.push_back(by_score ? one.score : largest + std::log(sum));
    result.runs.push_back(one.rows);
  }
  if (result.runs.empty()) {
    result.flag = RowFlag::no_key;
    return result;
  }
  const double largest = max_value(masses);
  if (!std::isfinite(largest)) return without_mass(visible_.range(query));
  result.normaliser = {exp_and_sum(masses, largest, masses), largest};
  std::size_t next = 0;
  for (std::size_t b = 0; b < masses.size(); ++b)
    for (Index j = 0; j < result.runs[b].size(); ++j)
      result.weights[next++] *= masses[b] / result.normaliser.value;
  return result;
}

void BlockAttention::add_values(const SparseRow& row, std::span<double> out) const {
  const auto width = static_cast<Index>(out.size());
  const double* weights = row.weights.data();
  for (const KeyRange& run : row.runs) {
    const KeyRange all = {0, run.size()};
    add_weighted_rows({weights, 1, run.size(), run.size()}, {&all, 1},
                      visible_.values().rows_from(run.first, run.size()),
                      {out.data(), 1, width, width});
    weights += run.size();
  }
}

void BlockAttention::for_each_query(const std::function<void(Index)>& body) const {
  const double work = static_cast<double>(queries_.rows) * static_cast<double>(queries_.cols) *
                      (static_cast<double>(rows_.size()) * static_cast<double>(queries_.cols) +
                       static_cast<double>((choice_.top_k + 1) * choice_.block));
  for_each_index(queries_.rows, body, work);
}

AttentionOutput BlockAttention::output() const {
  AttentionOutput out;
  out.rows = Matrix(queries_.rows, visible_.values().cols);
  out.normalisers.resize(place(queries_.rows));
  out.flags.assign(place(queries_.rows), RowFlag::ok);
  for_each_query([&](Index i) {
    const SparseRow sparse = row(i);
    out.normalisers[place(i)] = sparse.normaliser;
    out.flags[place(i)] = sparse.flag;
    add_values(sparse, out.rows.row(i));
  });
  return out;
}

Matrix BlockAttention::weights() const {
  Matrix all(queries_.rows, key_count_);
  for_each_query([&](Index i) {
    const SparseRow sparse = row(i);
    std::size_t next = 0;
    for (const KeyRange& run : sparse.runs)
      for (Index j = run.first; j < run.last; ++j)
        all(i, visible_.original(j)) = sparse.weights[next++];
  });
  return all;
}

}  // namespace kapprox
