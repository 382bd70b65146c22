// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Row-major matrices of doubles: two views that own nothing and one owner. A row is a token, a
// direction or a feature row; `stride` is the distance between the starts of two rows, in doubles.
#pragma once

#include <kapprox/types.hpp>

#include <cassert>
#include <span>
#include <vector>

namespace kapprox {

// rows × cols, read only.
struct ConstMatrixView {
  const double* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index stride = 0;

  std::span<const double> row(Index i) const {
    assert(i >= 0 && i < rows);
    return {data + i * stride, static_cast<std::size_t>(cols)};
  }
  double operator()(Index i, Index j) const { return data[i * stride + j]; }

  // Rows, or columns, first … first + count − 1.
  ConstMatrixView rows_from(Index first, Index count) const {
    assert(first >= 0 && count >= 0 && first + count <= rows);
    return {data + first * stride, count, cols, stride};
  }
  ConstMatrixView columns_from(Index first, Index count) const {
    assert(first >= 0 && count >= 0 && first + count <= cols);
    return {data + first, rows, count, stride};
  }
};

// rows × cols, writable.
struct MatrixView {
  double* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index stride = 0;

  std::span<double> row(Index i) const {
    assert(i >= 0 && i < rows);
    return {data + i * stride, static_cast<std::size_t>(cols)};
  }
  double& operator()(Index i, Index j) const { return data[i * stride + j]; }
  operator ConstMatrixView() const { return {data, rows, cols, stride}; }

  MatrixView rows_from(Index first, Index count) const {
    assert(first >= 0 && count >= 0 && first + count <= rows);
    return {data + first * stride, count, cols, stride};
  }
  MatrixView columns_from(Index first, Index count) const {
    assert(first >= 0 && count >= 0 && first + count <= cols);
    return {data + first, rows, count, stride};
  }
};

// Owns rows × cols doubles, zero-initialised, rows packed (stride == cols).
class Matrix {
 public:
  Matrix() = default;
  Matrix(Index rows, Index cols)
      : rows_(rows), cols_(cols), values_(static_cast<std::size_t>(rows * cols)) {}

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  std::span<double> row(Index i) { return MatrixView(*this).row(i); }
  std::span<const double> row(Index i) const { return ConstMatrixView(*this).row(i); }
  double& operator()(Index i, Index j) { return values_[static_cast<std::size_t>(i * cols_ + j)]; }
  double operator()(Index i, Index j) const {
    return values_[static_cast<std::size_t>(i * cols_ + j)];
  }
  std::span<double> values() { return values_; }
  std::span<const double> values() const { return values_; }

  operator MatrixView() { return {values_.data(), rows_, cols_, cols_}; }
  operator ConstMatrixView() const { return {values_.data(), rows_, cols_, cols_}; }

 private:
  Index rows_ = 0;
  Index cols_ = 0;
  std::vector<double> values_;
};

}  // namespace kapprox
