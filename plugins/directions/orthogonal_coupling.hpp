// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How two rows of one orthogonal block act together: exact, from the law of ω_1 + ω_2 (uniform
// direction, squared norm χ² with 2d degrees of freedom). Derived in docs/methods/directions.md.
#pragma once

#include <kapprox/log_number.hpp>
#include <kapprox/types.hpp>

namespace kapprox {

// c_⊥ = Cov(h(ω_1), h(ω_2)) for h(ω) = Re exp(ω·s − s·s/2) with s·s = t:
//   t ≥ 0 (positive, hyperbolic)  c = exp(−t) 1F1(d; d/2; t/2) − 1
//   t < 0 (trigonometric)         the same with t = −ζ: exp(ζ) 1F1(d; d/2; −ζ/2) − 1.
// d ≥ 2. Relative accuracy near rounding for t ≥ 0 and small ζ; for larger ζ the error is a few eps
// of exp(ζ), the size of the variance it is added to.
LogNumber orthogonal_pair_covariance(double t, Index d);

}  // namespace kapprox
