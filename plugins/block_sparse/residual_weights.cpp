// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The weights behind an output, pair by pair: exp(q·k) / Z for selected keys, φ(q)·ϕ(k) / Z for the
// rest, with Z the sum of these very terms.
#include "residual_attention.hpp"

#include <kapprox/parallel.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace kapprox {

namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

// φ(q)·ϕ(k) of some queries with one block of keys, each row at a scale of its own.
struct Products {
  Products(const FlatSegments& queries, const FlatSegments& keys, std::span<const KeyRange> runs,
           Index size)
      : values(static_cast<Index>(runs.size()), size), log_scale(runs.size()) {
    multiply_features(queries, keys, runs, values, log_scale);
  }

  std::span<const double> of(Index query, KeyRange run) const {
    return values.row(query).subspan(place(run.first), place(run.size()));
  }
  // −infinity where all are 0: their scale says nothing, and may be of any size.
  double scale(Index query, KeyRange run) const {
    const std::span<const double> row = of(query, run);
    const bool is_zero = std::all_of(row.begin(), row.end(), [](double p) { return p == 0.0; });
    if (is_zero) return nothing;
    return log_scale[place(query)];
  }

  Matrix values;
  std::vector<double> log_scale;
};

}  // namespace

void ResidualAttention::fill_weights(const Group& group, const std::vector<FlatSegments>& keys,
                                     const AttentionOutput& output, Matrix& out) const {
  const VisibleKeys& visible = sparse_.visible();
  const std::span<const KeyRange> blocks = sparse_.blocks();
  std::vector<std::vector<BlockPart>> parts;
  for (const Rest& rest : group.rests) parts.push_back(parts_of(rest, blocks));
  std::map<Index, Products> products;
  for (const auto& [block, runs] : runs_of_blocks(parts, blocks))
    products.emplace(
        block, Products(group.features, keys[place(block)], runs, blocks[place(block)].size()));

  for (Index i = 0; i < group.queries.size(); ++i) {
    const Index query = group.queries.first + i;
    const SparseRow& row = group.selected[place(i)];
    const auto own_run = [&](const BlockPart& part) {
      const Index first = blocks[place(part.block)].first;
      return KeyRange{part.rows.first - first, part.rows.last - first};
    };
    // All terms at the largest scale that any of them has.
    double scale = nothing;
    if (row.normaliser.value != 0.0) scale = row.normaliser.log_scale;
    for (const BlockPart& part : parts[place(i)])
      scale = std::max(scale, products.at(part.block).scale(i, own_run(part)));
    const double selected = row.normaliser.over(scale);
    std::size_t next = 0;
    double sum = selected;
    for (const KeyRange& run : row.runs)
      for (Index j = run.first; j < run.last; ++j)
        out(query, visible.original(j)) = selected * row.weights[next++];
    for (const BlockPart& part : parts[place(i)]) {
      const Products& of_block = products.at(part.block);
      const double own = of_block.scale(i, own_run(part));
      const double factor = own == nothing ? 0.0 : std::exp(own - scale);
      const std::span<const double> terms = of_block.of(i, own_run(part));
      for (std::size_t j = 0; j < terms.size(); ++j) {
        const Index key = visible.original(part.rows.first + static_cast<Index>(j));
        out(query, key) = factor * terms[j];
        sum += out(query, key);
      }
    }
    const bool has_none =
        output.flags[place(query)] == RowFlag::no_mass || sum == 0.0 || !std::isfinite(sum);
    const KeyRange seen = visible.range(query);
    for (Index j = seen.first; j < seen.last; ++j) {
      double& weight = out(query, visible.original(j));
      weight = has_none ? 1.0 / static_cast<double>(seen.size()) : weight / sum;
    }
  }
}

Matrix ResidualAttention::weights() const {
  const std::span<const KeyRange> blocks = sparse_.blocks();
  Matrix out(sparse_.queries().rows, sparse_.key_count());
  const AttentionOutput rows = output();
  std::vector<FlatSegments> keys(blocks.size());
  for_each_index(
      static_cast<Index>(blocks.size()),
      [&](Index b) {
        keys[place(b)] = features_of(Side::key, sparse_.visible().keys(), blocks[place(b)]);
      },
      static_cast<double>(sparse_.visible().count()) * state_size_);
  for_each_group([&](const Group& group) { fill_weights(group, keys, rows, out); });
  return out;
}

}  // namespace kapprox
