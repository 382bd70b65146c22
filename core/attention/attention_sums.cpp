// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Features as states take them, and the sums that queries read.
#include "attention/feature_rows.hpp"

#include <kapprox/error.hpp>
#include <kapprox/linear_state.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kapprox {

namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

// From here on doubles are at least 1 apart: 2^52.
constexpr double largest_log_scale = 4503599627370496.0;

FlatFeatures flat_segment(Segment segment) {
  if (!segment.weights.empty()) {
    FeatureBlock block;
    block.segments.push_back(std::move(segment));
    return flatten(block);
  }
  FlatFeatures flat;
  flat.signature.assign(static_cast<std::size_t>(segment.values.cols()), segment.sign);
  flat.values = std::move(segment.values);
  flat.log_scale = std::move(segment.log_scale);
  return flat;
}

}  // namespace

FlatSegments flatten_segments(FeatureBlock block, Storage storage) {
  block.check();
  FlatSegments flat;
  for (Segment& segment : block.segments) {
    flat.push_back(flat_segment(std::move(segment)));
    round_digits(storage, flat.back().values.values());
  }
  return flat;
}

AttentionSums::AttentionSums(Index queries, Index value_dim)
    : rows(queries, value_dim + 1), log_scale(static_cast<std::size_t>(queries), nothing) {}

LogNumber AttentionSums::numerator(Index query, Index column) const {
  return {rows(query, column), log_scale[static_cast<std::size_t>(query)]};
}

LogNumber AttentionSums::normaliser(Index query) const { return numerator(query, rows.cols() - 1); }

bool AttentionSums::has_mass(Index query) const {
  const LogNumber sum = normaliser(query);
  return sum.value != 0.0 && std::isfinite(sum.value) &&
         std::abs(sum.log_scale) < largest_log_scale;
}

void AttentionSums::add(Index query, std::span<const double> terms, double scale) {
  check_size("terms of a row of sums", static_cast<Index>(terms.size()), rows.cols());
  if (is_zero(terms)) return;
  double& own_scale = log_scale[static_cast<std::size_t>(query)];
  const double joint = std::max(own_scale, scale);
  // Where nothing was there before, 0 · exp(−∞) stays 0.
  const double own_factor = own_scale == joint ? 1.0 : std::exp(own_scale - joint);
  const double factor = scale == joint ? 1.0 : std::exp(scale - joint);
  const std::span<double> row = rows.row(query);
  for (std::size_t c = 0; c < row.size(); ++c) row[c] = own_factor * row[c] + factor * terms[c];
  own_scale = joint;
}

}  // namespace kapprox
