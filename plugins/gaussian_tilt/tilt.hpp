// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What both tilted maps share: the best tilt for given data, and the law of one direction. With
// s = x + y, u its coordinates in directions of their own tilts A_l = −a_l ≤ 0, the relative
// estimate of one direction is
//
//   h(ω) = Π_l √(1 + 4a_l) exp(−2 a_l ω_l² + √(1 + 4a_l) ω_l u_l − u_l²/2),
//
// or its mean over ω and −ω (two-sided). a = 0 gives positive and hyperbolic features. The sign is
// kept out of a, so that every sum below is one of positive numbers.
#pragma once

#include <kapprox/plugin.hpp>

#include <span>

namespace kapprox {

// The a that minimises the second moment of the one-sided h over `dims` dimensions among which
// ‖u‖² = φ ≥ 0 is spread evenly: A = (dims − 2φ − √((2φ + dims)² + 8 φ dims))/(16 dims), written
// without its cancellation. Likhosherstov et al., "Chefs' Random Tables", NeurIPS 2022.
double best_tilt(double phi, double dims);

// The two-sided h has its best tilts at best_tilt(σ φ_l, dims), where
// σ = 1/(1 + exp(−2 Σ_l c_l φ_l)), c_l = (1 + 4a_l)/(1 + 8a_l): the share of the second moment that
// one sign has alone. Returns σ, in [1/2, 1]. One φ_l ≥ 0 per group of `dims` dimensions.
double two_sided_share(std::span<const double> phi, double dims);

// E h² in parts: exp(weight + spread) one-sided, exp(weight − loss) cosh(spread + loss) two-sided.
struct SecondMoment {
  double weight = 0.0;  // Σ_l ½ log((1 + 4a_l)²/(1 + 8a_l))
  double spread = 0.0;  // Σ_l u_l²/(1 + 8a_l)
  double loss = 0.0;    // Σ_l 4a_l u_l²/(1 + 8a_l)

  // `dims` dimensions of tilt a that hold a part u_squared of ‖u‖².
  void add(double a, double dims, double u_squared);
  double log_value(bool two_sided) const;
};

// Mean 1 and the variance of h.
TermLaw tilted_law(const SecondMoment& moment, bool two_sided);

// The features exp(quadratic_i ± stretch · products_i − shift) / √count of one row, in the log
// domain: m of them, or 2m where two-sided, first those of +.
void tilted_features(std::span<const double> products, double stretch,
                     std::span<const double> quadratic, double shift, bool two_sided,
                     FeatureRow out);

}  // namespace kapprox
