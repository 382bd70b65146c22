// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A register tile of four rows of out runs over the keys that all four see; what only some of them
// see before and after is added row by row, so that each element keeps its one chain.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "numeric/weighted_rows.cpp"
#include <kapprox/error.hpp>
#include <kapprox/weighted_rows.hpp>

#include <algorithm>
#include <vector>

#include <hwy/foreach_target.h>
// foreach_target.h comes first.
#include "numeric/elementary-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {

inline constexpr Index group_rows = 4;
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

// `vectors` vectors of columns of all rows of out.
template <Index vectors>
void add_columns(const ConstMatrixView& weights, const KeyRange* runs, const double* rows,
                 Index rows_stride, double* out, Index out_stride) {
  const auto alone = [&](Index i, Index first, Index last) HWY_ATTR {
    if (first < last)
      add_run<1, vectors>(weights.data + i * weights.stride, weights.stride, rows, rows_stride,
                          first, last, out + i * out_stride, out_stride);
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
    add_run<group_rows, vectors>(weights.data + i * weights.stride, weights.stride, rows,
                                 rows_stride, first, last, out + i * out_stride, out_stride);
    for (Index r = i; r < i + group_rows; ++r) alone(r, last, runs[r].last);
  }
  for (; i < weights.rows; ++i) alone(i, runs[i].first, runs[i].last);
}

// The last columns, fewer than a vector: through padded copies.
void add_last_columns(const ConstMatrixView& weights, const KeyRange* runs,
                      const ConstMatrixView& rows, Index column, const MatrixView& out) {
  constexpr Index width = static_cast<Index>(max_lanes);
  const Index used = rows.cols - column;
  std::vector<double> padded_rows(static_cast<std::size_t>(rows.rows * width));
  std::vector<double> padded_out(static_cast<std::size_t>(out.rows * width));
  // Only rows that some run has are read.
  Index first = rows.rows;
  Index last = 0;
  for (Index i = 0; i < weights.rows; ++i) {
    if (runs[i].first >= runs[i].last) continue;
    first = std::min(first, runs[i].first);
    last = std::max(last, runs[i].last);
  }
  for (Index j = first; j < last; ++j)
    std::copy_n(rows.data + j * rows.stride + column, used, padded_rows.data() + j * width);
  for (Index i = 0; i < out.rows; ++i)
    std::copy_n(out.data + i * out.stride + column, used, padded_out.data() + i * width);
  add_columns<1>(weights, runs, padded_rows.data(), width, padded_out.data(), width);
  for (Index i = 0; i < out.rows; ++i)
    std::copy_n(padded_out.data() + i * width, used, out.data + i * out.stride + column);
}

void add_weighted(const ConstMatrixView& weights, const KeyRange* runs, const ConstMatrixView& rows,
                  const MatrixView& out) {
  const Index lanes = static_cast<Index>(hn::Lanes(Doubles()));
  Index column = 0;
  for (; column + group_vectors * lanes <= rows.cols; column += group_vectors * lanes)
    add_columns<group_vectors>(weights, runs, rows.data + column, rows.stride, out.data + column,
                               out.stride);
  for (; column + lanes <= rows.cols; column += lanes)
    add_columns<1>(weights, runs, rows.data + column, rows.stride, out.data + column, out.stride);
  if (column < rows.cols) add_last_columns(weights, runs, rows, column, out);
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
