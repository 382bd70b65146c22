// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What core knows of p(t) = Σ_j c_j t^j from its coefficients c_j ≥ 0 alone.
#pragma once

#include <kapprox/log_number.hpp>
#include <kapprox/polynomial_map.hpp>

#include <span>

namespace kapprox {

// p(t), summed in the order of powers, relative to the largest term.
LogNumber polynomial_value(std::span<const PolynomialTerm> terms, double t);

// True only where p(t) ≥ 0 for every real t: every odd power is paired with its even neighbours,
// a t^{2i} + b t^{2i+1} + c t^{2i+2} with b² ≤ 4ac, and an even power serves its two neighbours
// with shares that sum to 1. False says nothing.
bool is_surely_nonnegative(std::span<const PolynomialTerm> terms);

}  // namespace kapprox
