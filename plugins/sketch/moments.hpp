// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Closed forms that the random sketches share: moments of a mean of independent unbiased estimates,
// from the moments of one of them relative to the kernel, and the series that those moments are.
#pragma once

#include <kapprox/claims.hpp>
#include <kapprox/log_number.hpp>
#include <kapprox/types.hpp>

namespace kapprox::sketch {

// Σ_k (root^k / k!)^order for order 2, 3 or 4: for 2 this is the Bessel function I_0(2 root).
// Relative error some 1e-12 up to |root| = 10^5 for sums of one sign; where order 3 alternates,
// that error is relative to the sum of sizes.
LogNumber factorial_series(Index order, double root);

// The mean of `count` independent estimates h · exp(exact) with E h = 1, E h² = exp(log_second).
Theory unbiased_theory(double exact, double log_second, Index count);

// Adds the fourth central moment of that mean, from E h³ and E h⁴.
void add_fourth(Theory& theory, double log_second, LogNumber third, LogNumber fourth, Index count);

}  // namespace kapprox::sketch
