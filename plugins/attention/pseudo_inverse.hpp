// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Two ways to the Moore-Penrose pseudo-inverse of a small square matrix: the exact one, and the
// iteration that published code of Nyström attention stops after a few steps.
#pragma once

#include <kapprox/matrix.hpp>

namespace kapprox {

// A⁺ (n × n) of a (n × n) by singular values, those below n · eps times the largest taken for 0.
// One-sided Jacobi: Golub and Van Loan, "Matrix computations", 4th edition, section 8.6.3. Some
// 40 n³ operations in one fixed order.
Matrix pseudo_inverse(ConstMatrixView a);

// Z after `steps` of Z ← ¼ Z (13 I − AZ (15 I − AZ (7 I − AZ))) from Aᵀ/(‖A‖₁ ‖A‖∞): Razavi et
// al., "A new iterative method for finding approximate inverses of complex matrices", 2014, as in
// Xiong et al., "Nyströmformer", AAAI 2021. It tends to A⁺, the later the smaller the smallest
// singular value.
Matrix iterated_inverse(ConstMatrixView a, Index steps);

}  // namespace kapprox
