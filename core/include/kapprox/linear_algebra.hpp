// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The decompositions that methods and measures need: of random directions, of the statistics of
// data, of attention weights.
#pragma once

#include <kapprox/matrix.hpp>

#include <span>
#include <vector>

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

// Singular values of a (rows × cols), min(rows, cols) of them, largest first; small ones are
// accurate to about eps times the largest. Some 10 · rows · cols² operations per sweep, 6 to 10
// sweeps, in one fixed order. Throws Error when an entry is not finite.
std::vector<double> singular_values(ConstMatrixView a);

// The Moore-Penrose pseudo-inverse A⁺ (cols × rows) by the same rotations; singular values below
// max(rows, cols) · eps times the largest count as 0. Throws Error when an entry is not finite.
Matrix pseudo_inverse(ConstMatrixView a);

}  // namespace kapprox
