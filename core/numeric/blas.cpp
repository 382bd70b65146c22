// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// OpenBLAS: the product for wide matrices, and what is known of the library in use.
#include "numeric/blas.hpp"

#include <kapprox/error.hpp>

#include <cblas.h>

namespace kapprox {

void blas_multiply_transposed(ConstMatrixView x, ConstMatrixView y, MatrixView out) {
  check_size("columns of y", y.cols, x.cols);
  check_size("rows of out", out.rows, x.rows);
  check_size("columns of out", out.cols, y.rows);
  if (out.rows == 0 || out.cols == 0) return;
  const auto narrow = [](Index value) { return static_cast<blasint>(value); };
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, narrow(out.rows), narrow(out.cols),
              narrow(x.cols), 1.0, x.data, narrow(x.stride), y.data, narrow(y.stride), 0.0,
              out.data, narrow(out.stride));
}

BlasInfo blas_info() {
  const char* const parallel[] = {"sequential", "pthreads", "openmp"};
  const int kind = openblas_get_parallel();
  return {openblas_get_config(), openblas_get_corename(),
          kind >= 0 && kind < 3 ? parallel[kind] : "unknown"};
}

}  // namespace kapprox
