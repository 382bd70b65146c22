// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Positive features as the public reference code of the Performer computes them:
//
//   φ_i(x) = exp(M) (exp(ω_i·x − ‖x‖²/2 − M) + ε) / √m,
//
// M the largest ω_i·x: over i for a query, over i and all keys of the problem for a key. The code
// leaves exp(M) out and divides it away when rows are normalised; here it stays, so that the
// estimate is one of exp(q·k) and shows its bias. Choromanski et al., "Rethinking Attention with
// Performers", ICLR 2021, and the authors' JAX code, which has the ε inside the 1/√m.
#pragma once

#include <kapprox/plugin.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kapprox {

class Performer final : public RandomFeatureMap {
 public:
  static void declare(Declarations& declarations);

  explicit Performer(const Parameters& parameters) : Performer(parameters, Matrix()) {}

  // With the keys of a problem, n_k × rank.
  Performer(const Parameters& parameters, Matrix keys);

 private:
  // Without ε the maxima cancel: then the map is the positive one, to the bit.
  bool looks_at_keys() const { return takes_maximum_ && epsilon_ > 0.0; }

  Claims do_map_claims() const override;
  Index do_features_per_direction() const override { return 1; }
  std::optional<ExponentialForm> do_form() const override;
  std::optional<MapTerm> do_term(std::span<const double> x,
                                 std::span<const double> y) const override;
  std::shared_ptr<const RandomFeatureMap> do_fit(const Problem& problem) const override;
  std::vector<double> do_draw_statistics(const DirectionDraw& draw) const override;
  void do_map(const Projections& projections, Side side, Segment& out) const override;

  Parameters parameters_;  // to make the fitted copy of
  double epsilon_;
  bool takes_maximum_;
  Matrix keys_;
};

}  // namespace kapprox
