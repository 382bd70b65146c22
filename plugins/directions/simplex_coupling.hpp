// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How two directions of one simplex block act together. Derived in docs/methods/directions.md.
#pragma once

#include <kapprox/directions.hpp>

#include <optional>

namespace kapprox {

// Cov(h(ω_1), h(ω_2)) for directions with the cosine −1/(d − 1) and independent χ_d norms; d ≥ 2.
// Relative accuracy near rounding for one-sided terms; for two-sided ones a few eps of the variance
// of h, since a gain and a loss meet in them. Empty where |s·s| > 20 000.
std::optional<LogNumber> simplex_pair_covariance(const DirectionTerm& term, Index d);

}  // namespace kapprox
