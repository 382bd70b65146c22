// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include <kapprox/error.hpp>
#include <kapprox/rows.hpp>
#include <kapprox/visible_keys.hpp>

#include <algorithm>

namespace kapprox {

VisibleKeys::VisibleKeys(const Problem& problem, const Mask& mask)
    : mask_(mask), queries_(problem.queries.rows), key_count_(problem.keys.rows) {
  mask.check(key_count_);
  const bool has_values = problem.values.cols > 0;
  if (has_values) check_size("number of values", problem.values.rows, key_count_);
  Index last = 0;
  if (queries_ > 0) {
    first_ = mask.range(0, queries_, key_count_).first;
    last = std::max(mask.range(queries_ - 1, queries_, key_count_).last, first_);
  }
  if (mask.keys.empty()) {
    keys_ = problem.keys.rows_from(first_, last - first_);
    if (has_values) values_ = problem.values.rows_from(first_, last - first_);
    return;
  }
  for (Index key = first_; key < last; ++key)
    if (mask.allows_key(key)) originals_.push_back(key);
  own_keys_ = rows_at(problem.keys, originals_);
  keys_ = own_keys_;
  if (has_values) {
    own_values_ = rows_at(problem.values, originals_);
    values_ = own_values_;
  }
}

Index VisibleKeys::position(Index key) const {
  if (mask_.keys.empty()) return std::clamp(key - first_, Index{0}, count());
  return std::lower_bound(originals_.begin(), originals_.end(), key) - originals_.begin();
}

KeyRange VisibleKeys::range(Index query) const {
  const KeyRange all = mask_.range(query, queries_, key_count_);
  if (all.size() == 0) return {};
  const KeyRange own = {position(all.first), position(all.last)};
  return own.size() > 0 ? own : KeyRange{};
}

void VisibleKeys::mean_value(Index query, std::span<double> out) const {
  const KeyRange seen = range(query);
  std::fill(out.begin(), out.end(), 0.0);
  for (Index row = seen.first; row < seen.last; ++row)
    for (std::size_t c = 0; c < out.size(); ++c) out[c] += values_.row(row)[c];
  if (seen.size() == 0) return;
  for (double& value : out) value /= static_cast<double>(seen.size());
}

void VisibleKeys::mean_values(MatrixView out) const {
  std::vector<double> sum(static_cast<std::size_t>(out.cols), 0.0);
  KeyRange summed;
  for (Index i = 0; i < out.rows; ++i) {
    const std::span<double> row = out.row(i);
    std::fill(row.begin(), row.end(), 0.0);
    const KeyRange seen = range(i);
    if (seen.size() == 0) continue;
    if (seen.first != summed.first || seen.last < summed.last) {  // taking off would lose digits
      std::fill(sum.begin(), sum.end(), 0.0);
      summed = {seen.first, seen.first};
    }
    for (; summed.last < seen.last; ++summed.last)
      for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += values_.row(summed.last)[c];
    for (std::size_t c = 0; c < sum.size(); ++c) row[c] = sum[c] / static_cast<double>(seen.size());
  }
}

}  // namespace kapprox
