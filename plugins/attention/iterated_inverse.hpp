// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The iteration for a pseudo-inverse that published code of Nyström attention stops after a few
// steps.
#pragma once

#include <kapprox/matrix.hpp>

namespace kapprox {

// Z after `steps` of Z ← ¼ Z (13 I − AZ (15 I − AZ (7 I − AZ))) from Aᵀ/(‖A‖₁ ‖A‖∞): Razavi et
// al., "A new iterative method for finding approximate inverses of complex matrices", 2014, as in
// Xiong et al., "Nyströmformer", AAAI 2021. It tends to A⁺, the later the smaller the smallest
// singular value.
Matrix iterated_inverse(ConstMatrixView a, Index steps);

}  // namespace kapprox
