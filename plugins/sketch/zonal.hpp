// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Zonal harmonics of the sphere S^{d−1}: the Gegenbauer polynomials P_l of index d/2 − 1 with
// P_l(1) = 1, which are Chebyshev's for d = 2 and Legendre's for d = 3. For unit vectors u, v and
// w uniform on the sphere, E[P_k(w·u) P_l(w·v)] = [k = l] P_l(u·v) / N_l, where N_l counts the
// harmonics of degree l. Standard; e.g. Müller, "Spherical Harmonics", 1966.
#pragma once

#include <kapprox/log_number.hpp>
#include <kapprox/types.hpp>

#include <span>
#include <vector>

namespace kapprox::sketch {

// Entry l = log N_l, l = 0 … degree; −infinity where there are none (d = 1, l ≥ 2).
std::vector<double> log_harmonic_counts(Index dim, Index degree);

// Entry l = log c_l of exp(z t) = Σ_l c_l P_l(t), |t| ≤ 1, for l = 0 … degree and z in [0, 10^6];
// −infinity where c_l = 0. Relative error of c_l some 1e-12.
std::vector<double> log_expansion(Index dim, Index degree, double z);

// out[l] = P_l(t), l = 0 … out.size() − 1, |t| ≤ 1.
void zonal_polynomials(Index dim, double t, std::span<double> out);

// Entry k = Σ_l weights[l] N_l² g_k(l)² / N_k with P_l² = Σ_k g_k(l) P_k, k = 0 … 2 degree: then
// Σ_l weights[l] N_l² E[P_l(w·u)² P_l(w·v)²] = Σ_k entry k · P_k(u·v). weights: degree + 1 numbers.
std::vector<LogNumber> squared_products(Index dim, std::span<const double> weights);

}  // namespace kapprox::sketch
