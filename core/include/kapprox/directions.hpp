// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Directions: the law of the m frequencies ω_1 … ω_m that random feature maps project on. A draw
// returns the coordinates of ω in the problem's (possibly reduced) basis, and the full squared
// norms, which maps with a quadratic exponent need. See docs/architecture.md for the exact
// reduction.
#pragma once

#include <kapprox/log_number.hpp>
#include <kapprox/matrix.hpp>
#include <kapprox/method.hpp>
#include <kapprox/parameters.hpp>
#include <kapprox/stream.hpp>

#include <optional>
#include <vector>

namespace kapprox {

// What to draw: m = count directions in d = ambient_dim dimensions, as coordinates in `rank` of
// them.
struct DirectionRequest {
  Index ambient_dim = 1;
  Index rank = 1;  // ≤ ambient_dim; less only where rotation invariance is claimed
  Index count = 1;
  bool in_span_basis = false;  // as in Problem: a part of the address
  bool squared_norms = true;  // false: the map does not look at ‖ω‖², so that laws may leave it out

  bool is_reduced() const { return in_span_basis || rank < ambient_dim; }
};

struct DirectionDraw {
  Matrix coordinates;                 // m × rank
  std::vector<double> squared_norms;  // m: ‖ω_i‖² in all d dimensions; empty when not asked for
};

struct DirectionClaims {
  bool gaussian_marginals = false;  // each ω_i ~ N(0, I_d): unbiased maps stay unbiased
  bool independent = false;         // ω_1 … ω_m are independent
  bool rotation_invariant = false;  // the joint law is unchanged by one rotation of all ω
};

class Directions : public Method {
 public:
  static constexpr Kind kind = Kind::directions;
  static void declare(Declarations&) {}

  DirectionClaims claims() const { return do_claims(); }

  // Direction i is the same for every count. The address of the draw is `stream`, then d, then
  // whether the coordinates are reduced, then the law's own name. Throws Error when count < 1, rank
  // is not in [1, d], or a law that is not rotation invariant is asked for reduced coordinates.
  DirectionDraw draw(const Stream& stream, const DirectionRequest& request) const;

  // How much the coupling between directions adds to the relative variance: Σ_{i≠j} Cov(h_i,
  // h_j)/m² for h(ω) = Re exp(ω·s − s·s/2) with s·s = s_squared (‖x+y‖² for positive and hyperbolic
  // maps, −‖x−y‖² for trigonometric ones). Zero where directions are independent; empty where
  // unknown.
  std::optional<LogNumber> coupling(double s_squared, Index ambient_dim, Index count) const;

 private:
  virtual DirectionClaims do_claims() const = 0;
  virtual DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const = 0;
  virtual std::optional<LogNumber> do_coupling(double s_squared, Index ambient_dim,
                                               Index count) const;
};

}  // namespace kapprox
