// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The one decomposition that random directions need.
#pragma once

#include <kapprox/matrix.hpp>

namespace kapprox {

// Overwrites a (rows × cols, rows ≥ cols) with the Q of its thin QR decomposition, R's diagonal
// made positive: for a Gaussian `a` this Q is uniform on the Stiefel manifold (Haar for a square
// one). LAPACK's own sign convention is not: Mezzadri, "How to generate random matrices from the
// classical compact groups", Notices of the AMS 2007, section 5.
void orthonormalise_columns(MatrixView a);

}  // namespace kapprox
