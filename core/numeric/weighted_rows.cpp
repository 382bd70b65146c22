// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A register tile of four rows of out runs over the keys that all four see; what only some of them
// see before and after is added row by row, so that each element keeps its one chain.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "numeric/weighted_rows.cpp"
#include <kapprox/error.hpp>
#include <kapprox/weighted_rows.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <hwy/foreach_target.h>
// foreach_target.h comes first.
#include "numeric/elementary-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {

inline constexpr Index group_rows = 4;
inline constexpr Index block_rows = 128;
inline constexpr Index group_vectors = HWY_MAX_BYTES == 64 ? 4 : 2;

// `vectors` vectors of columns of `count` rows of out, over rows first … last − 1.
template <Index count, Index vectors>
HWY_INLINE void add_run(const double* weights, Index weights_stride, const double* rows,
                        Index rows_stride, Index first, Index last, double* out, Index out_stride) {
  const Doubles d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  DoubleVector sum[count][vectors];
  for (Index i = 0; i < count; ++i)
    for (Index v = 0; v < vectors; ++v) sum[i][v] = hn::LoadU(d, out + i * out_stride + v * lanes);
  for (Index j = first; j < last; ++j) {
    DoubleVector row[vectors];
    for (Index v = 0; v < vectors; ++v) row[v] = hn::LoadU(d, rows + j * rows_stride + v * lanes);
    for (Index i = 0; i < count; ++i) {
      const DoubleVector weight = hn::Set(d, weights[i * weights_stride + j]);
      for (Index v = 0; v < vectors; ++v) sum[i][v] = hn::MulAdd(weight, row[v], sum[i][v]);
    }
  }
  for (Index i = 0; i < count; ++i)
    for (Index v = 0; v < vectors; ++v) hn::StoreU(sum[i][v], d, out + i * out_stride + v * lanes);
}

// `vectors` vectors of columns of all rows of out, against a panel of as many columns.
template <Index vectors>
void add_panel(const ConstMatrixView& weights, const KeyRange* runs, const double* panel,
               double* out, Index out_stride) {
  constexpr Index width = vectors * static_cast<Index>(max_lanes);
  const auto alone = [&](Index i, Index first, Index last) HWY_ATTR {
    if (first < last)
      add_run<1, vectors>(weights.data + i * weights.stride, weights.stride, panel, width, first,
                          last, out + i * out_stride, out_stride);
  };
  Index i = 0;
  for (; i + group_rows <= weights.rows; i += group_rows) {
    Index first = runs[i].first;
    Index last = runs[i].last;
    for (Index r = i + 1; r < i + group_rows; ++r) {
      first = std::max(first, runs[r].first);
      last = std::min(last, runs[r].last);
    }
    if (first >= last) {
      for (Index r = i; r < i + group_rows; ++r) alone(r, runs[r].first, runs[r].last);
      continue;
    }
    for (Index r = i; r < i + group_rows; ++r) alone(r, runs[r].first, first);
    add_run<group_rows, vectors>(weights.data + i * weights.stride, weights.stride, panel, width,
                                 first, last, out + i * out_stride, out_stride);
    for (Index r = i; r < i + group_rows; ++r) alone(r, last, runs[r].last);
  }
  for (; i < weights.rows; ++i) alone(i, runs[i].first, runs[i].last);
}

// The first of `vectors` (at most group_vectors) counts that is wide enough for `width` columns.
template <Index vectors>
void add_narrow(Index width, const ConstMatrixView& weights, const KeyRange* runs,
                const double* panel, double* out) {
  if (width <= vectors * static_cast<Index>(max_lanes))
    return add_panel<vectors>(weights, runs, panel, out, vectors * static_cast<Index>(max_lanes));
  if constexpr (vectors < group_vectors) add_narrow<vectors + 1>(width, weights, runs, panel, out);
}

// Columns `column` … of out, as many as a panel is wide, for runs within rows 0 … last − 1.
void add_columns(const ConstMatrixView& weights, const KeyRange* runs, const ConstMatrixView& rows,
                 Index last, Index column, double* panel, const MatrixView& out) {
  constexpr Index lanes = static_cast<Index>(max_lanes);
  const Index width = std::min(group_vectors * lanes, rows.cols - column);
  const Index padded = (width + lanes - 1) / lanes * lanes;
  for (Index j = 0; j < last; ++j) {
    double* to = panel + j * padded;
    std::fill(std::copy_n(rows.data + j * rows.stride + column, width, to), to + padded, 0.0);
  }
  if (width == group_vectors * lanes)
    return add_panel<group_vectors>(weights, runs, panel, out.data + column, out.stride);
  std::vector<double> sums(static_cast<std::size_t>(out.rows * padded));
  for (Index i = 0; i < out.rows; ++i)
    std::copy_n(out.data + i * out.stride + column, width, sums.data() + i * padded);
  add_narrow<1>(width, weights, runs, panel, sums.data());
  for (Index i = 0; i < out.rows; ++i)
    std::copy_n(sums.data() + i * padded, width, out.data + i * out.stride + column);
}

// Blocks of rows are copied to an aligned panel that stays in the first-level cache: loads that
// cross cache lines would cost more than the copy.
void add_weighted(const ConstMatrixView& weights, const KeyRange* runs, const ConstMatrixView& rows,
                  const MatrixView& out) {
  constexpr Index panel_width = group_vectors * static_cast<Index>(max_lanes);
  std::vector<double> buffer(static_cast<std::size_t>(block_rows * panel_width + 8));
  double* panel = buffer.data();
  while (reinterpret_cast<std::uintptr_t>(panel) % 64 != 0) ++panel;
  std::vector<KeyRange> clipped(static_cast<std::size_t>(weights.rows));
  for (Index block = 0; block < rows.rows; block += block_rows) {
    Index last = 0;  // 0: no run meets this block, and it is not read
    for (Index i = 0; i < weights.rows; ++i) {
      KeyRange& run = clipped[static_cast<std::size_t>(i)];
      run = {std::max(runs[i].first - block, Index{0}), std::min(runs[i].last - block, block_rows)};
      if (run.first < run.last) last = std::max(last, run.last);
    }
    if (last == 0) continue;
    ConstMatrixView some_weights = weights;
    some_weights.data += block;
    ConstMatrixView some_rows = rows;
    some_rows.data += block * rows.stride;
    for (Index column = 0; column < rows.cols; column += panel_width)
      add_columns(some_weights, clipped.data(), some_rows, last, column, panel, out);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace kapprox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kapprox {

HWY_EXPORT(add_weighted);

void add_weighted_rows(ConstMatrixView weights, std::span<const KeyRange> runs,
                       ConstMatrixView rows, MatrixView out) {
  check_size("columns of weights", weights.cols, rows.rows);
  check_size("number of runs", std::ssize(runs), weights.rows);
  check_size("rows of out", out.rows, weights.rows);
  check_size("columns of out", out.cols, rows.cols);
  HWY_DYNAMIC_DISPATCH(add_weighted)(weights, runs.data(), rows, out);
}

}  // namespace kapprox
#endif
