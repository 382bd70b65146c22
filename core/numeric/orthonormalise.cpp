// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Thin QR by Householder reflections on a transposed copy, so that every column is contiguous.
// Golub and Van Loan, "Matrix computations", 4th edition, algorithms 5.1.1, 5.2.1 and
// section 5.1.6. An own loop, not LAPACK: outside a parallel region of several threads OpenBLAS may
// use threads of its own, and its matrix-vector products then sum in another order; these sums
// never change.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "numeric/orthonormalise.cpp"
#include <kapprox/error.hpp>
#include <kapprox/linear_algebra.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hwy/foreach_target.h>
// foreach_target.h comes first.
#include "numeric/dot-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kapprox {
namespace HWY_NAMESPACE {

// Applies I - v vᵀ to `together` columns side by side; n is a multiple of sixteen.
template <Index together>
HWY_INLINE void reflect_some(const double* v, Index n, double* columns, Index stride) {
  const Doubles d;
  constexpr Index lanes = static_cast<Index>(max_lanes);
  VirtualLanes products[together];
  for (Index i = 0; i < n; i += static_cast<Index>(virtual_lanes))
    for (Index c = 0; c < together; ++c) products[c].add(v + i, columns + c * stride + i);
  DoubleVector factor[together];
  for (Index c = 0; c < together; ++c) factor[c] = hn::Set(d, sum_of(products[c]));
  for (Index i = 0; i < n; i += lanes) {
    const DoubleVector step = hn::LoadU(d, v + i);
    for (Index c = 0; c < together; ++c) {
      double* place = columns + c * stride + i;
      hn::StoreU(hn::NegMulAdd(factor[c], step, hn::LoadU(d, place)), d, place);
    }
  }
}

void reflect_columns(const double* v, Index n, double* columns, Index stride, Index count) {
  constexpr Index together = HWY_MAX_BYTES == 64 ? 4 : 2;
  Index c = 0;
  for (; c + together <= count; c += together)
    reflect_some<together>(v, n, columns + c * stride, stride);
  for (; c < count; ++c) reflect_some<1>(v, n, columns + c * stride, stride);
}

}  // namespace HWY_NAMESPACE
}  // namespace kapprox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kapprox {

HWY_EXPORT(reflect_columns);

namespace {

constexpr Index block_size = 16;  // of dot-inl.hpp

// Columns of `a` one after another, each with zeros up to a multiple of block_size.
class Columns {
 public:
  explicit Columns(ConstMatrixView a)
      : rows_(a.rows),
        cols_(a.cols),
        stride_((a.rows + block_size - 1) / block_size * block_size),
        values_(static_cast<std::size_t>(stride_ * a.cols)) {
    for (Index i = 0; i < a.rows; ++i)
      for (Index j = 0; j < a.cols; ++j) column(j)[i] = a(i, j);
  }

  double* column(Index j) { return values_.data() + j * stride_; }
  Index stride() const { return stride_; }

  // Columns j + 1, j + 2, … reflected by v, whose entries before j are zero.
  void reflect_after(Index j, const double* v) {
    const Index begin = j / block_size * block_size;
    if (j + 1 < cols_) HWY_DYNAMIC_DISPATCH(reflect_columns)
    (v + begin, stride_ - begin, column(j + 1) + begin, stride_, cols_ - j - 1);
  }

  // Replaces column j by the vector v, zero before j, of the reflection I - v vᵀ that sends its
  // part from j on to a multiple of a unit vector. Returns that multiple: R's diagonal entry before
  // the repair of signs. ‖v‖² = 2, or v = 0 for a zero part.
  double make_reflection(Index j) {
    double* v = column(j);
    std::fill(v, v + j, 0.0);
    const std::span<double> part(v + j, static_cast<std::size_t>(rows_ - j));
    const double norm = std::sqrt(dot(part, part));
    if (norm == 0.0) return 0.0;
    const double diagonal = part[0] > 0.0 ? -norm : norm;
    part[0] -= diagonal;
    const double scale = 1.0 / std::sqrt(norm * std::abs(part[0]));
    for (double& value : part) value *= scale;
    return diagonal;
  }

 private:
  Index rows_;
  Index cols_;
  Index stride_;
  std::vector<double> values_;
};

}  // namespace

void orthonormalise_columns(MatrixView a) {
  check_at_least("rows of a", a.rows, a.cols);
  Columns columns(a);
  std::vector<double> sign(static_cast<std::size_t>(a.cols), 1.0);
  for (Index j = 0; j < a.cols; ++j) {
    if (columns.make_reflection(j) < 0.0) sign[static_cast<std::size_t>(j)] = -1.0;
    columns.reflect_after(j, columns.column(j));
  }

  // Q = H_0 … H_{cols-1} applied to the first unit vectors, last reflection first: columns before j
  // of the product are still unit vectors when H_j comes, so only columns from j on change.
  std::vector<double> v(static_cast<std::size_t>(columns.stride()));
  for (Index j = a.cols - 1; j >= 0; --j) {
    double* const column = columns.column(j);
    std::copy_n(column, columns.stride(), v.begin());
    columns.reflect_after(j, v.data());
    const double first = v[static_cast<std::size_t>(j)];
    for (Index i = j; i < a.rows; ++i) column[i] = -first * v[static_cast<std::size_t>(i)];
    column[j] += 1.0;
  }

  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < a.cols; ++j)
      a(i, j) = sign[static_cast<std::size_t>(j)] * columns.column(j)[i];
}

}  // namespace kapprox
#endif
