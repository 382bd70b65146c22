// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How much a matrix of attention weights holds: rank, entropy, concentration, sparsity.
#pragma once

#include <kapprox/mask.hpp>
#include <kapprox/matrix.hpp>

namespace kapprox {

struct Spectrum {
  // Singular values above max(n_q, n_k) · eps · the largest: what rounding leaves of the rank.
  double numerical_rank = 0.0;
  // exp of the entropy of σ/Σσ: Roy and Vetterli, "The effective rank", EUSIPCO 2007, equation 3.
  double effective_rank = 0.0;
  // Means over the rows that see a key:
  double row_entropy = 0.0;  // −Σ w log w, in nats; NaN where a weight is negative
  double top_1 = 0.0;        // share of Σ|w| in the largest weight
  double top_8 = 0.0;        // in the 8 largest
  double sparsity = 0.0;     // share of the weights it may see that are below a tenth of uniform
};

// `weights` is n_q × n_k; rows without keys are zeros and count for the rank alone. NaN throughout
// where no row sees a key. Throws Error when an entry is not finite.
Spectrum spectrum_of(const Matrix& weights, const Mask& mask);

}  // namespace kapprox
