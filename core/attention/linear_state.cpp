// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Prefix states: values are scaled by their keys and multiplied by the features; a state that meets
// a larger scale is rebased to it.
#include "attention/feature_rows.hpp"
#include "attention/wide_product.hpp"

#include <kapprox/error.hpp>
#include <kapprox/linear_state.hpp>
#include <kapprox/vector_math.hpp>
#include <kapprox/weighted_rows.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

// Keys that are multiplied by their values at a time.
constexpr Index keys_together = 64;

// (d_v + 1) × n: exp(b_j − scale) times value j as column j, and times 1 in the last row; zeros for
// keys without features.
Matrix scaled_values(const FlatFeatures& keys, KeyRange range, double scale,
                     ConstMatrixView values) {
  Matrix columns(values.cols + 1, range.size());
  for (Index j = 0; j < range.size(); ++j) {
    const Index key = range.first + j;
    if (is_zero(keys.values.row(key))) continue;
    const double factor = std::exp(keys.log_scale[static_cast<std::size_t>(key)] - scale);
    for (Index c = 0; c < values.cols; ++c) columns(c, j) = factor * values(key, c);
    columns(values.cols, j) = factor;
  }
  return columns;
}

// Changes the sign of the columns of negative signature.
void flip_columns(Matrix& x, const std::vector<double>& signature) {
  for (std::size_t f = 0; f < signature.size(); ++f)
    if (signature[f] < 0.0)
      for (Index c = 0; c < x.rows(); ++c) {
        double& value = x(c, static_cast<Index>(f));
        value = -value;
      }
}

// B after the keys of the range.
double largest_scale(const FlatFeatures& keys, KeyRange range, double scale) {
  for (Index key = range.first; key < range.last; ++key)
    if (!is_zero(keys.values.row(key)))
      scale = std::max(scale, keys.log_scale[static_cast<std::size_t>(key)]);
  return scale;
}

// x = factor · x + more.
void scale_and_add(Matrix& x, double factor, const Matrix& more, double more_factor) {
  const std::span<double> values = x.values();
  const std::span<const double> others = more.values();
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = factor * values[i] + more_factor * others[i];
}

// exp(from − to), 1 where they are equal (both may be −∞).
double change_of_scale(double from, double to) { return from == to ? 1.0 : std::exp(from - to); }

// Rounds numbers as multiples of one power of two, of which the largest is in [1, 2); sizes that
// are no numbers stay as they are, and so do denormal ones.
void round_block(std::span<double> block, Storage storage) {
  double largest = 0.0;
  for (const double value : block) largest = std::max(largest, std::abs(value));
  if (!std::isnormal(largest)) return;
  const int exponent = std::ilogb(largest);
  for (double& value : block) value = std::ldexp(value, -exponent);
  kapprox::round_to(storage, block);
  for (double& value : block) value = std::ldexp(value, exponent);
}

}  // namespace

LinearState::LinearState(Index value_dim) : value_dim_(value_dim) {
  check_at_least("width of the values", value_dim, 0);
}

double LinearState::log_scale(Index segment) const {
  if (parts_.empty()) return nothing;
  return parts_.at(static_cast<std::size_t>(segment)).log_scale;
}

void LinearState::add(const FlatSegments& keys, ConstMatrixView values) {
  check_size("width of the values", values.cols, value_dim_);
  if (parts_.empty())
    for (const FlatFeatures& segment : keys)
      parts_.push_back({Matrix(value_dim_ + 1, segment.values.cols()), nothing});
  check_size("segments of the keys", static_cast<Index>(keys.size()),
             static_cast<Index>(parts_.size()));
  for (std::size_t s = 0; s < keys.size(); ++s) {
    const FlatFeatures& segment = keys[s];
    Part& part = parts_[s];
    check_size("keys with features", segment.values.rows(), values.rows);
    check_size("features of a key", segment.values.cols(), part.sums.cols());
    for (Index first = 0; first < values.rows; first += keys_together) {
      const KeyRange range = {first, std::min(first + keys_together, values.rows)};
      const double scale = largest_scale(segment, range, part.log_scale);
      if (scale == nothing) continue;
      const double change = change_of_scale(part.log_scale, scale);
      if (change != 1.0)
        for (double& sum : part.sums.values()) sum *= change;
      part.log_scale = scale;
      const ConstMatrixView features = segment.values;
      const std::vector<KeyRange> runs(static_cast<std::size_t>(value_dim_ + 1), {0, range.size()});
      flip_columns(part.sums, segment.signature);
      add_weighted_rows(scaled_values(segment, range, scale, values), runs,
                        features.rows_from(range.first, range.size()), part.sums);
      flip_columns(part.sums, segment.signature);
    }
  }
}

void LinearState::combine(const LinearState& other, double sign) {
  check_size("width of the values of the other state", other.value_dim_, value_dim_);
  if (other.parts_.empty()) return;
  if (parts_.empty())
    for (const Part& part : other.parts_)
      parts_.push_back({Matrix(part.sums.rows(), part.sums.cols()), nothing});
  check_size("segments of the other state", static_cast<Index>(other.parts_.size()),
             static_cast<Index>(parts_.size()));
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    Part& part = parts_[s];
    const Part& more = other.parts_[s];
    check_size("features of the other state", more.sums.cols(), part.sums.cols());
    const double scale = std::max(part.log_scale, more.log_scale);
    scale_and_add(part.sums, change_of_scale(part.log_scale, scale), more.sums,
                  sign * change_of_scale(more.log_scale, scale));
    part.log_scale = scale;
  }
}

void LinearState::add(const LinearState& other) { combine(other, 1.0); }
void LinearState::subtract(const LinearState& other) { combine(other, -1.0); }

void LinearState::round_to(Storage storage) {
  if (storage == Storage::float64) return;
  std::vector<double> block(static_cast<std::size_t>(value_dim_));
  for (Part& part : parts_) {
    round_digits(storage, part.sums.row(value_dim_));
    for (Index f = 0; f < part.sums.cols(); ++f) {
      for (Index c = 0; c < value_dim_; ++c) block[static_cast<std::size_t>(c)] = part.sums(c, f);
      round_block(block, storage);
      for (Index c = 0; c < value_dim_; ++c) part.sums(c, f) = block[static_cast<std::size_t>(c)];
    }
  }
}

void LinearState::read(const FlatSegments& queries, AttentionSums& sums) const {
  check_size("columns of the sums", sums.rows.cols(), value_dim_ + 1);
  if (parts_.empty()) return;
  check_size("segments of the queries", static_cast<Index>(queries.size()),
             static_cast<Index>(parts_.size()));
  for (std::size_t s = 0; s < parts_.size(); ++s) {
    const FlatFeatures& segment = queries[s];
    const Part& part = parts_[s];
    check_size("queries with features", segment.values.rows(), sums.rows.rows());
    check_size("features of a query", segment.values.cols(), part.sums.cols());
    if (part.log_scale == nothing) continue;
    // The one column more would cost a whole panel of the product.
    Matrix products(segment.values.rows(), value_dim_ + 1);
    const ConstMatrixView all = part.sums;
    wide_product(segment.values, {all.data, value_dim_, all.cols, all.stride},
                 {products.values().data(), products.rows(), value_dim_, value_dim_ + 1});
    for (Index i = 0; i < products.rows(); ++i)
      products(i, value_dim_) = dot(segment.values.row(i), part.sums.row(value_dim_));
    for (Index i = 0; i < products.rows(); ++i)
      sums.add(i, products.row(i), segment.log_scale[static_cast<std::size_t>(i)] + part.log_scale);
  }
}

AttentionSums LinearState::step(const FlatSegments& key, std::span<const double> value,
                                const FlatSegments& query, Storage storage) {
  const auto width = static_cast<Index>(value.size());
  add(key, {value.data(), 1, width, width});
  round_to(storage);
  AttentionSums sums(1, value_dim_);
  read(query, sums);
  return sums;
}

}  // namespace kapprox
