// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "residual_attention.hpp"

#include <kapprox/parallel.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace kapprox {

namespace {

constexpr Index queries_together = 64;

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

FlatSegments rows_at(const FlatSegments& all, const std::vector<Index>& rows) {
  FlatSegments some;
  for (const FlatFeatures& segment : all) {
    FlatFeatures part;
    part.values = rows_at(segment.values, rows);
    part.signature = segment.signature;
    for (const Index row : rows) part.log_scale.push_back(segment.log_scale[place(row)]);
    some.push_back(std::move(part));
  }
  return some;
}

}  // namespace

ResidualAttention::ResidualAttention(const BlockAttention& sparse, const FeatureSample& sample)
    : sparse_(sparse), sample_(sample), state_size_(0.0) {
  const VisibleKeys& visible = sparse.visible();
  for (const FlatFeatures& segment : features_of(Side::key, visible.keys(), {0, 1}))
    state_size_ += static_cast<double>(segment.values.cols() * (visible.values().cols + 1));
}

void ResidualAttention::for_each_group(const std::function<void(const Group&)>& body) const {
  const Index queries = sparse_.queries().rows;
  const double work =
      static_cast<double>(queries) * (state_size_ + static_cast<double>(sparse_.visible().count()));
  for_each_index((queries + queries_together - 1) / queries_together,
                 [&](Index number) {
                   Group group;
                   group.queries = {number * queries_together,
                                    std::min((number + 1) * queries_together, queries)};
                   group.selected = sparse_.rows(group.queries);
                   for (Index i = group.queries.first; i < group.queries.last; ++i) {
                     const SparseRow& row = group.selected[place(i - group.queries.first)];
                     // A row without mass holds everything that it sees already.
                     group.rests.push_back(
                         row.flag == RowFlag::ok
                             ? rest_of(sparse_.visible().range(i), sparse_.blocks(), row.runs)
                             : Rest{});
                   }
                   group.features = features_of(Side::query, sparse_.queries(), group.queries);
                   body(group);
                 },
                 work);
}

FlatSegments ResidualAttention::features_of(Side side, ConstMatrixView rows, KeyRange range) const {
  return flatten_segments(sample_.map(side, rows.rows_from(range.first, range.size())));
}

BlockStates ResidualAttention::states() const {
  const VisibleKeys& visible = sparse_.visible();
  const std::span<const KeyRange> blocks = sparse_.blocks();
  std::vector<LinearState> states(blocks.size(), LinearState(visible.values().cols));
  for_each_index(
      static_cast<Index>(blocks.size()),
      [&](Index b) {
        const KeyRange rows = blocks[place(b)];
        states[place(b)].add(features_of(Side::key, visible.keys(), rows),
                             visible.values().rows_from(rows.first, rows.size()));
      },
      static_cast<double>(visible.count()) * state_size_);
  return BlockStates(std::move(states), state_size_);
}

void ResidualAttention::add_selected(const Group& group, AttentionSums& sums) const {
  Matrix terms(group.queries.size(), sums.rows.cols());
  sparse_.add_values(group.selected, MatrixView(terms).columns_from(0, terms.cols() - 1));
  for (Index i = 0; i < group.queries.size(); ++i) {
    const LogNumber& normaliser = group.selected[place(i)].normaliser;
    terms(i, terms.cols() - 1) = 1.0;
    for (double& term : terms.row(i)) term *= normaliser.value;
    sums.add(i, terms.row(i), normaliser.log_scale);
  }
}

void ResidualAttention::add_states(const Group& group, const BlockStates& states,
                                   AttentionSums& sums) const {
  std::map<BlockStates::Run, std::vector<Index>> readers;
  for (Index i = 0; i < group.queries.size(); ++i)
    for (const KeyRange& blocks : group.rests[place(i)].whole)
      for (const BlockStates::Run run : BlockStates::cover(blocks)) readers[run].push_back(i);
  for (const auto& [run, rows] : readers) {
    AttentionSums read(static_cast<Index>(rows.size()), sums.rows.cols() - 1);
    states.at(run).read(rows_at(group.features, rows), read);
    for (std::size_t r = 0; r < rows.size(); ++r)
      sums.add(rows[r], read.rows.row(static_cast<Index>(r)), read.log_scale[r]);
  }
}

void ResidualAttention::add_parts(const Group& group, AttentionSums& sums) const {
  const VisibleKeys& visible = sparse_.visible();
  std::vector<std::vector<BlockPart>> parts;
  for (const Rest& rest : group.rests) parts.push_back(rest.parts);
  for (const auto& [block, runs] : runs_of_blocks(parts, sparse_.blocks())) {
    const KeyRange rows = sparse_.blocks()[place(block)];
    add_products(group.features, features_of(Side::key, visible.keys(), rows),
                 visible.values().rows_from(rows.first, rows.size()), runs, sums);
  }
}

AttentionOutput ResidualAttention::output() const {
  const VisibleKeys& visible = sparse_.visible();
  const BlockStates all = states();
  AttentionOutput out;
  out.rows = Matrix(sparse_.queries().rows, visible.values().cols);
  out.normalisers.resize(place(out.rows.rows()));
  out.flags.resize(place(out.rows.rows()));
  for_each_group([&](const Group& group) {
    AttentionSums sums(group.queries.size(), out.rows.cols());
    add_selected(group, sums);
    add_states(group, all, sums);
    add_parts(group, sums);
    for (Index i = 0; i < group.queries.size(); ++i) {
      const Index query = group.queries.first + i;
      RowFlag& flag = out.flags[place(query)];
      flag = group.selected[place(i)].flag;
      if (flag == RowFlag::no_key) continue;
      out.normalisers[place(query)] = sums.normaliser(i);
      const std::span<double> row = out.rows.row(query);
      if (!sums.has_mass(i)) {
        flag = RowFlag::no_mass;
        visible.mean_value(query, row);
      } else {
        for (std::size_t c = 0; c < row.size(); ++c)
          row[c] = sums.rows(i, static_cast<Index>(c)) / sums.normaliser(i).value;
      }
    }
  });
  return out;
}

}  // namespace kapprox
