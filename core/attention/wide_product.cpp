// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "attention/wide_product.hpp"

#include <kapprox/vector_math.hpp>

#include <algorithm>

namespace kapprox {

namespace {

// The widest rows that multiply_transposed does not hand to BLAS.
constexpr Index block_width = 1024;

}  // namespace

void wide_product(ConstMatrixView x, ConstMatrixView y, MatrixView out) {
  multiply_transposed(x.columns_from(0, std::min(block_width, x.cols)),
                      y.columns_from(0, std::min(block_width, y.cols)), out);
  Matrix more;
  for (Index first = block_width; first < x.cols; first += block_width) {
    const Index count = std::min(block_width, x.cols - first);
    more = Matrix(out.rows, out.cols);
    multiply_transposed(x.columns_from(first, count), y.columns_from(first, count), more);
    for (Index i = 0; i < out.rows; ++i)
      for (Index j = 0; j < out.cols; ++j) out(i, j) += more(i, j);
  }
}

}  // namespace kapprox
