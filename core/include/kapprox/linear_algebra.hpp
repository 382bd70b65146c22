// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The two decompositions that methods need: of random directions, and of the statistics of data.
#pragma once

#include <kapprox/matrix.hpp>

#include <span>

namespace kapprox {

// Overwrites a (rows × cols, rows ≥ cols) with the Q of its thin QR decomposition, R's diagonal
// made positive: for a Gaussian `a` this Q is uniform on the Stiefel manifold (Haar for a square
// one). LAPACK's own sign convention is not: Mezzadri, "How to generate random matrices from the
// classical compact groups", Notices of the AMS 2007, section 5.
void orthonormalise_columns(MatrixView a);

// Eigenvalues and orthonormal eigenvectors of a symmetric matrix a (r × r, its upper triangle is
// read). values (r) become the eigenvalues, largest first; row l of a becomes the eigenvector of
// values[l], with its largest entry in size (the first of equals) positive. Absolute errors of
// values are of order eps · ‖a‖. Some 30 r³ operations in one fixed order: bits depend on a alone.
// Throws Error when sizes disagree or an entry is not finite.
void symmetric_eigen(MatrixView a, std::span<double> values);

}  // namespace kapprox
