// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What methods ask of the rows of a matrix. Sums run in the order of rows, so that bits depend on
// the rows alone.
#pragma once

#include <kapprox/matrix.hpp>

#include <span>
#include <vector>

namespace kapprox {

// The mean of n rows, cols numbers; zeros where there is no row.
std::vector<double> mean_row(ConstMatrixView rows);

// ‖x‖ of each row, n numbers.
std::vector<double> row_norms(ConstMatrixView rows);

// n × cols: rows over their norms; rows of zeros stay zero.
Matrix unit_rows(ConstMatrixView rows);

// n × cols: row at[i] of `rows` in row i; a row may come several times.
Matrix rows_at(ConstMatrixView rows, std::span<const Index> at);

// Every entry times factor.
void multiply(MatrixView rows, double factor);

}  // namespace kapprox
