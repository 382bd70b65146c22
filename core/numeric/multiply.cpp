// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// out = x yᵀ with one chain of fused multiply-adds per element, in the order of k: an element's
// bits depend on its two rows alone, never on which rows travel with them, on tiles or vector
// widths. Panels of y are transposed into a small buffer, then a register tile of four rows of x
// runs over each panel. Beyond largest_own_inner the panels leave the cache and BLAS is faster.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "numeric/multiply.cpp"
#include "numeric/blas.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <vector>

#include <hwy/foreach_target.h>
// foreach_target.h comes first.
#include "numeric/elementary-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {

inline constexpr Index tile_rows = 4;
// As many accumulators as the registers of the instruction set allow: 16 of 32, or 8 of 16.
inline constexpr Index tile_vectors = HWY_MAX_BYTES == 64 ? 4 : 2;
inline constexpr Index panel_width = tile_vectors * static_cast<Index>(max_lanes);

// panel(k, j) = y(first + j, k), zero beyond the last row of y. Written in order, a vector at a
// time: strided reads are cheaper than strided writes.
void pack_panel(const ConstMatrixView& y, Index first, Index width, double* panel) {
  const Doubles d;
  const hn::RebindToSigned<Doubles> di;
  constexpr Index lanes = static_cast<Index>(max_lanes);
  const auto rows = hn::Mul(hn::Iota(di, 0), hn::Set(di, std::int64_t{y.stride}));
  const double* start = y.data + first * y.stride;
  for (Index k = 0; k < y.cols; ++k, panel += panel_width) {
    Index j = 0;
    for (; j + lanes <= width; j += lanes)
      hn::Store(hn::GatherIndex(d, start + j * y.stride + k, rows), d, panel + j);
    for (; j < width; ++j) panel[j] = start[j * y.stride + k];
    for (; j < panel_width; ++j) panel[j] = 0.0;
  }
}

// One tile: `rows` rows of x from `x` on, against a panel; `width` columns of out are written.
template <Index rows>
HWY_INLINE void multiply_tile(const double* x, Index x_stride, const double* panel, Index inner,
                              double* out, Index out_stride, Index width) {
  const Doubles d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  DoubleVector sum[rows][tile_vectors];
  for (Index i = 0; i < rows; ++i)
    for (Index v = 0; v < tile_vectors; ++v) sum[i][v] = hn::Zero(d);
  for (Index k = 0; k < inner; ++k) {
    DoubleVector column[tile_vectors];
    for (Index v = 0; v < tile_vectors; ++v)
      column[v] = hn::Load(d, panel + k * panel_width + v * lanes);
    for (Index i = 0; i < rows; ++i) {
      const DoubleVector factor = hn::Set(d, x[i * x_stride + k]);
      for (Index v = 0; v < tile_vectors; ++v) sum[i][v] = hn::MulAdd(factor, column[v], sum[i][v]);
    }
  }
  // Only short loops of constant length touch `sum`: they are unrolled and it stays in registers.
  if (width == panel_width) {
    for (Index i = 0; i < rows; ++i)
      for (Index v = 0; v < tile_vectors; ++v)
        hn::StoreU(sum[i][v], d, out + i * out_stride + v * lanes);
    return;
  }
  HWY_ALIGN double whole[rows * panel_width];
  for (Index i = 0; i < rows; ++i)
    for (Index v = 0; v < tile_vectors; ++v)
      hn::Store(sum[i][v], d, whole + i * panel_width + v * lanes);
  for (Index i = 0; i < rows; ++i)
    std::copy_n(whole + i * panel_width, width, out + i * out_stride);
}

void multiply_panels(const ConstMatrixView& x, const ConstMatrixView& y, const MatrixView& out) {
  // Room for one panel at a 64-byte boundary.
  std::vector<double> buffer(static_cast<std::size_t>(x.cols * panel_width + 8));
  double* panel = buffer.data();
  while (reinterpret_cast<std::uintptr_t>(panel) % 64 != 0) ++panel;
  for (Index first = 0; first < y.rows; first += panel_width) {
    const Index width = std::min(panel_width, y.rows - first);
    pack_panel(y, first, width, panel);
    Index i = 0;
    for (; i + tile_rows <= x.rows; i += tile_rows)
      multiply_tile<tile_rows>(x.data + i * x.stride, x.stride, panel, x.cols,
                               out.data + i * out.stride + first, out.stride, width);
    for (; i < x.rows; ++i)
      multiply_tile<1>(x.data + i * x.stride, x.stride, panel, x.cols,
                       out.data + i * out.stride + first, out.stride, width);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace kapprox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kapprox {
namespace {

// A panel of 32 columns takes 256 bytes per k: 256 KiB here, a quarter of a common second-level
// cache.
constexpr Index largest_own_inner = 1024;

}  // namespace

HWY_EXPORT(multiply_panels);

void multiply_transposed(ConstMatrixView x, ConstMatrixView y, MatrixView out) {
  check_size("columns of y", y.cols, x.cols);
  check_size("rows of out", out.rows, x.rows);
  check_size("columns of out", out.cols, y.rows);
  if (x.cols > largest_own_inner)
    blas_multiply_transposed(x, y, out);
  else
    HWY_DYNAMIC_DISPATCH(multiply_panels)(x, y, out);
}

}  // namespace kapprox
#endif
