// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Moments of exp(ω·s − s·s/2) where ω has the norm √d and a uniform direction in d dimensions. With
// F(x) = E exp(ω·s) at s·s = 4 x/d, so F(x) = 0F1(; d/2; x), every moment is a value of F.
#pragma once

#include <kapprox/directions.hpp>

namespace kapprox {

// Mean e^(−t/2) F(dt/4), t = s·s of either sign, and variance of h(ω): one-sided
// e^(−t) (F(dt) − F(dt/4)²), two-sided e^(−t) ((1 + F(dt))/2 − F(dt/4)²). The variance of real
// terms has relative accuracy at any size; that of cosines does for ζ ≤ 1, and a few eps of e^ζ
// beyond.
TermLaw fixed_norm_law(const DirectionTerm& term, Index d);

// Cov(h(ω_1), h(ω_2)) = e^(−t) (F(dt/2) − F(dt/4)²) for orthogonal ω_1, ω_2, t = s·s; d ≥ 2. The
// same accuracy.
LogNumber fixed_norm_pair_covariance(double t, Index d);

}  // namespace kapprox
