// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// x yᵀ for rows of any width in blocks of columns: bits of an element then depend on its two rows
// alone, where multiply_transposed would hand wide rows to BLAS.
#pragma once

#include <kapprox/matrix.hpp>

namespace kapprox {

// out = x yᵀ: x is n × D, y is m × D, out is n × m.
void wide_product(ConstMatrixView x, ConstMatrixView y, MatrixView out);

}  // namespace kapprox
