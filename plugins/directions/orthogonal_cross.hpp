// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How two different estimators act together through two rows of one orthogonal block: exact, from
// the mean over pairs of orthonormal vectors. Derived in docs/methods/directions.md.
#pragma once

#include <kapprox/log_number.hpp>
#include <kapprox/types.hpp>

#include <optional>

namespace kapprox {

// Cov(h_a(ω_1), h_b(ω_2)) for h(ω) = Re exp(ω·s − s·s/2), where a and b are s·s (negative for
// cosines) and `cosine` is that of the angle between their real vectors; d ≥ 2. One-sided and
// two-sided terms have the same, because each row's sign is free.
//
// Known for any angle where at least one of a, b is not negative and both are at most 700 in size,
// and for equal terms of any size. Error: a few hundred eps of the standard deviations' product.
// Empty elsewhere.
std::optional<LogNumber> orthogonal_cross_covariance(double a, double b, double cosine, Index d);

}  // namespace kapprox
