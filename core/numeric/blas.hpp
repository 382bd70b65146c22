// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The only door to BLAS and LAPACK. Inside an OpenMP region the OpenMP build of OpenBLAS runs on
// the calling thread; nothing here changes any thread count.
#pragma once

#include <kapprox/linear_algebra.hpp>
#include <kapprox/matrix.hpp>

#include <string>
#include <vector>

namespace kapprox {

// out = x yᵀ by dgemm: x is n × r, y is m × r, out is n × m.
void blas_multiply_transposed(ConstMatrixView x, ConstMatrixView y, MatrixView out);

struct BlasInfo {
  std::string config;    // openblas_get_config
  std::string core;      // kernel set in use
  std::string parallel;  // "sequential", "pthreads" or "openmp"
};
BlasInfo blas_info();

}  // namespace kapprox
