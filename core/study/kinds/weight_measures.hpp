// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How far attention weights are from exact ones and from uniform, as means over the rows that see a
// key.
#pragma once

#include <kapprox/mask.hpp>
#include <kapprox/matrix.hpp>

namespace kapprox {

struct WeightMeasures {
  double total_variation = 0.0;  // ½ Σ_j |a_j − w_j|
  double kl_divergence = 0.0;    // Σ_j a_j log(a_j / w_j); NaN where some w_j ≤ 0 < a_j
  double wasserstein = 0.0;  // Σ_j |A_j − W_j| of the cumulative sums: unit steps of position
  double kolmogorov_smirnov = 0.0;  // max_j |A_j − W_j|
  double negative_mass = 0.0;       // Σ_j max(−w_j, 0)
  double effective_keys = 0.0;      // 1 / Σ_j w_j²
  double uniform_distance = 0.0;    // ½ Σ_j |w_j − 1/n|, n keys seen
};

// a: exact (n_q × n_k), w: given (n_q × n_k); only keys that a row may see are looked at. For the
// two distances of cumulative sums negative weights are clipped to 0 and the row is divided by its
// sum (uniform where nothing is left), as in Choromanski et al., "Hybrid Random Features", ICLR
// 2022, whose distances these are. NaN where no row sees a key.
WeightMeasures weight_measures(ConstMatrixView exact, ConstMatrixView given, const Mask& mask);

}  // namespace kapprox
