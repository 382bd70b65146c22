// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How far the output of attention is from the exact one, in units of the exact one.
#pragma once

#include <kapprox/matrix.hpp>

namespace kapprox {

struct OutputErrors {
  double squared = 0.0;  // ‖out − exact‖² / ‖exact‖², Frobenius
  double row_mean = 0.0;  // of ‖out_i − exact_i‖ / ‖exact_i‖ over rows of exact that are not 0
  double row_max = 0.0;
  double absolute = 0.0;  // Σ |out − exact| / Σ |exact|
};

// Both n × d_v. NaN where exact is 0. A row that sees no key is 0 in both and counts nowhere.
OutputErrors output_errors(ConstMatrixView out, ConstMatrixView exact);

// Σ x y over all elements; ‖x‖² is frobenius_product(x, x).
double frobenius_product(ConstMatrixView x, ConstMatrixView y);

// x − y.
Matrix difference(ConstMatrixView x, ConstMatrixView y);

}  // namespace kapprox
