// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Optimal positive random features ("FAVOR++"): one tilt A < 0 for all directions, from the data,
//
//   φ_i(x) = (1 − 4A)^{d/4} exp(A ‖ω_i‖² + √(1 − 4A) ω_i·x − ‖x‖²/2) / √m.
//
// Likhosherstov et al., "Chefs' Random Tables: Non-Trigonometric Random Features", NeurIPS 2022.
// Antithetic ones have ω_i and −ω_i, over √(2m), and a tilt of their own.
#pragma once

#include <kapprox/plugin.hpp>

#include <memory>
#include <optional>
#include <span>

namespace kapprox {

class Oprf final : public RandomFeatureMap {
 public:
  static void declare(Declarations& declarations);

  explicit Oprf(const Parameters& parameters) : Oprf(parameters, std::nullopt) {}

  // What prepare finds.
  struct Fit {
    double tilt = 0.0;  // a = −A
    double dims = 1.0;  // d
  };
  Oprf(const Parameters& parameters, std::optional<Fit> fit);

 private:
  Claims do_map_claims() const override;
  Index do_features_per_direction() const override { return antithetic_ ? 2 : 1; }
  bool do_needs_direction_norms() const override { return true; }
  std::shared_ptr<const RandomFeatureMap> do_fit(const Problem& problem) const override;
  std::optional<MapTerm> do_term(std::span<const double> x,
                                 std::span<const double> y) const override;
  void do_map(const Projections& projections, Side side, Segment& out) const override;

  Parameters parameters_;  // to make the fitted copy of
  bool antithetic_;
  std::optional<Fit> fit_;
};

}  // namespace kapprox
