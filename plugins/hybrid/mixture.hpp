// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The law of λ̂ Ŝ_1 + (1 − λ̂) Ŝ_2 from the laws of its parts, λ̂ independent of both estimates.
#pragma once

#include "weight.hpp"

#include <kapprox/claims.hpp>

#include <optional>

namespace kapprox {

// What is known of two base estimates at one pair, absolute units.
struct BaseMoments {
  Theory first;
  Theory second;
  std::optional<LogNumber> covariance;  // 0 for independent ω; empty where unknown
  bool independent = false;             // ω of one base is independent of that of the other
};

// What holds for a sum of two estimates whose coefficients sum to 1 and are not negative: a claim
// to be exact or unbiased passes to it.
Claims claims_of_both(const Claims& a, const Claims& b);

// With means M, variances V, covariance C, and λ̂ of mean λ and variance v:
//   mean      M_2 + λ (M_1 − M_2)
//   variance  (λ² + v) V_1 + ((1 − λ)² + v) V_2 + 2 (λ (1 − λ) − v) C + v (M_1 − M_2)²
//   fourth    E λ̂⁴ μ_1 + 6 E λ̂² (1 − λ̂)² V_1 V_2 + E (1 − λ̂)⁴ μ_2, where M_1 = M_2; exact for
//             independent estimates, for others a guide.
// Empty where C is unknown.
std::optional<Theory> mixed_theory(const BaseMoments& bases, const CoefficientLaw& law);

}  // namespace kapprox
