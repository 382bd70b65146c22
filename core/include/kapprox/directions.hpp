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

struct DirectionDraw {
  Matrix coordinates;                 // m × rank
  std::vector<double> squared_norms;  // m: ‖ω_i‖² in all d dimensions, not only in the basis
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

  // m = count directions in d = ambient_dim dimensions, as coordinates in `rank` ≤ d of them.
  // Direction i is the same for every count. rank < d only where rotation invariance is claimed.
  // Throws Error when count < 1 or rank is not in [1, d].
  DirectionDraw draw(const Stream& stream, Index ambient_dim, Index rank, Index count) const;

  // How much the coupling between directions adds to the relative variance: Σ_{i≠j} Cov(h_i,
  // h_j)/m² for h(ω) = Re exp(ω·s − s·s/2) with s·s = s_squared (‖x+y‖² for positive and hyperbolic
  // maps, −‖x−y‖² for trigonometric ones). Zero where directions are independent; empty where
  // unknown.
  std::optional<LogNumber> coupling(double s_squared, Index ambient_dim, Index count) const;

 private:
  virtual DirectionClaims do_claims() const = 0;
  virtual DirectionDraw do_draw(const Stream& stream, Index ambient_dim, Index rank,
                                Index count) const = 0;
  virtual std::optional<LogNumber> do_coupling(double s_squared, Index ambient_dim,
                                               Index count) const;
};

}  // namespace kapprox
