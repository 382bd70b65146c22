// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Means over all n_q × n_k pairs of a problem of what a tilt is fitted to, in the time of n_q + n_k
// rows, because squares of sums of independent indices split into means of each side. Sums run over
// rows in order. A side without rows counts as one zero vector.
#pragma once

#include <kapprox/plugin.hpp>

namespace kapprox {

// mean ‖q + k‖² = mean ‖q‖² + mean ‖k‖² + 2 (mean q)·(mean k).
double mean_squared_sum(const Problem& problem);

// mean (q + k)(q + k)ᵀ, r × r.
Matrix mean_outer_product(const Problem& problem);

}  // namespace kapprox
