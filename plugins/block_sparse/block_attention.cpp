// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "block_attention.hpp"

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

constexpr Index queries_together = 128;

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

BlockAttention::BlockAttention(const BlockScorer& scorer, const BlockChoice& choice, bool surrogate,
                               const Problem& problem, const Mask& mask)
    : choice_(choice),
      surrogate_(surrogate),
      key_count_(problem.keys.rows),
      visible_(problem, mask),
      cut_(choice.block, visible_, problem.queries, key_count_),
      scorer_(scorer.prepare({problem.keys.cols})),
      scored_(scorer_, cut_) {}

BlockAttention::Readers BlockAttention::readers_of(const std::vector<SparseRow>& rows) {
  Readers readers;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::size_t next = 0;
    for (std::size_t b = 0; b < rows[r].blocks.size(); ++b) {
      readers[rows[r].blocks[b]].push_back({r, rows[r].runs[b], next});
      next += place(rows[r].runs[b].size());
    }
  }
  return readers;
}

void BlockAttention::fill_logits(Index first_query, std::vector<SparseRow>& rows) const {
  for (const auto& [block, readers] : readers_of(rows)) {
    const KeyRange keys = blocks()[block];
    std::vector<Index> queries;
    for (const Reader& reader : readers)
      queries.push_back(first_query + static_cast<Index>(reader.row));
    Matrix logits(static_cast<Index>(queries.size()), keys.size());
    multiply_transposed(rows_at(cut_.queries(), queries),
                        visible_.keys().rows_from(keys.first, keys.size()), logits);
    for (std::size_t i = 0; i < readers.size(); ++i) {
      const KeyRange run = readers[i].run;
      const auto from = logits.row(static_cast<Index>(i))
                            .subspan(place(run.first - keys.first), place(run.size()));
      std::copy(from.begin(), from.end(),
                rows[readers[i].row].weights.begin() +
                    static_cast<std::ptrdiff_t>(readers[i].first_weight));
    }
  }
}

// The weights of `row` come as logits.
void BlockAttention::weigh(SparseRow& row, const std::vector<SeenBlock>& chosen) const {
  std::vector<double> masses;  // of blocks, logarithms
  std::size_t next = 0;
  for (const SeenBlock& one : chosen) {
    const std::span<double> logits = std::span(row.weights).subspan(next, place(one.rows.size()));
    const double largest = max_value(logits);
    const double sum = exp_and_sum(logits, largest, logits);
    for (double& weight : logits) weight /= sum;
    const bool by_score = surrogate_ && !is_forced(one, choice_.own);
    masses.push_back(by_score ? one.score : largest + std::log(sum));
    next += logits.size();
  }
  const double largest = max_value(masses);
  if (!std::isfinite(largest)) {
    row.flag = RowFlag::no_mass;
    return;
  }
  row.normaliser = {exp_and_sum(masses, largest, masses), largest};
  next = 0;
  for (std::size_t b = 0; b < masses.size(); ++b)
    for (Index j = 0; j < row.runs[b].size(); ++j)
      row.weights[next++] *= masses[b] / row.normaliser.value;
}

SparseRow BlockAttention::without_mass(Index query) const {
  SparseRow row;
  for (const SeenBlock& one : cut_.seen(query)) {
    row.blocks.push_back(one.place);
    row.runs.push_back(one.rows);
  }
  const Index seen = visible_.range(query).size();
  row.weights.assign(place(seen), 1.0 / static_cast<double>(seen));
  row.flag = RowFlag::no_mass;
  return row;
}

std::vector<SparseRow> BlockAttention::rows(KeyRange queries) const {
  std::vector<SparseRow> rows(place(queries.size()));
  const std::vector<std::vector<SeenBlock>> all = scored_.seen(queries, choice_.own);
  std::vector<std::vector<SeenBlock>> chosen(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::vector<SeenBlock>& seen = all[r];
    Index keys = 0;
    for (const std::size_t b : chosen_blocks(seen, choice_)) {
      chosen[r].push_back(seen[b]);
      rows[r].blocks.push_back(seen[b].place);
      rows[r].runs.push_back(seen[b].rows);
      keys += seen[b].rows.size();
    }
    rows[r].weights.resize(place(keys));
  }
  fill_logits(queries.first, rows);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].runs.empty())
      rows[r].flag = RowFlag::no_key;
    else
      weigh(rows[r], chosen[r]);
    if (rows[r].flag == RowFlag::no_mass)
      rows[r] = without_mass(queries.first + static_cast<Index>(r));
  }
  return rows;
}

void BlockAttention::add_values(const std::vector<SparseRow>& rows, MatrixView out) const {
  for (const auto& [block, readers] : readers_of(rows)) {
    const KeyRange keys = blocks()[block];
    const auto count = static_cast<Index>(readers.size());
    Matrix weights(count, keys.size());
    Matrix sums(count, out.cols);
    std::vector<KeyRange> runs;
    for (Index i = 0; i < count; ++i) {
      const Reader& reader = readers[place(i)];
      const auto from = std::span(rows[reader.row].weights)
                            .subspan(reader.first_weight, place(reader.run.size()));
      runs.push_back({reader.run.first - keys.first, reader.run.last - keys.first});
      std::copy(from.begin(), from.end(), weights.row(i).begin() + runs.back().first);
      const auto sum = out.row(static_cast<Index>(reader.row));
      std::copy(sum.begin(), sum.end(), sums.row(i).begin());
    }
    add_weighted_rows(weights, runs, visible_.values().rows_from(keys.first, keys.size()), sums);
    for (Index i = 0; i < count; ++i)
      std::copy(sums.row(i).begin(), sums.row(i).end(),
                out.row(static_cast<Index>(readers[place(i)].row)).begin());
  }
}

void BlockAttention::for_each_group(const std::function<void(KeyRange)>& body) const {
  const Index queries = cut_.queries().rows;
  const auto width = static_cast<double>(cut_.queries().cols);
  const double work = static_cast<double>(queries) * width *
                      (static_cast<double>(blocks().size()) * width +
                       static_cast<double>((choice_.top_k + 1) * choice_.block));
  for_each_index((queries + queries_together - 1) / queries_together,
                 [&](Index group) {
                   const Index first = group * queries_together;
                   body({first, std::min(first + queries_together, queries)});
                 },
                 work);
}

AttentionOutput BlockAttention::output() const {
  const Index queries = cut_.queries().rows;
  AttentionOutput out;
  out.rows = Matrix(queries, visible_.values().cols);
  out.normalisers.resize(place(queries));
  out.flags.assign(place(queries), RowFlag::ok);
  for_each_group([&](KeyRange group) {
    const std::vector<SparseRow> sparse = rows(group);
    for (Index i = group.first; i < group.last; ++i) {
      out.normalisers[place(i)] = sparse[place(i - group.first)].normaliser;
      out.flags[place(i)] = sparse[place(i - group.first)].flag;
    }
    add_values(sparse, MatrixView(out.rows).rows_from(group.first, group.size()));
  });
  return out;
}

Matrix BlockAttention::weights() const {
  Matrix all(cut_.queries().rows, key_count_);
  for_each_group([&](KeyRange group) {
    const std::vector<SparseRow> sparse = rows(group);
    for (Index i = group.first; i < group.last; ++i) {
      const SparseRow& row = sparse[place(i - group.first)];
      std::size_t next = 0;
      for (const KeyRange& run : row.runs)
        for (Index j = run.first; j < run.last; ++j)
          all(i, visible_.original(j)) = row.weights[next++];
    }
  });
  return all;
}

}  // namespace kapprox
