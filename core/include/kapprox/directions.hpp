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

// The largest m of any method: 2^24.
inline constexpr double most_directions = 16'777'216.0;

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

// One term of an exponential estimator, as far as the law of a direction cares: for real s
//
//   h(ω) = exp(ω·s − s·s/2), or its mean over ω and −ω where it is two-sided,
//
// and for s = i z, s·s = −‖z‖², the two-sided h(ω) = exp(‖z‖²/2) cos(ω·z). Positive features have
// s = q + k, hyperbolic ones the same two-sided, trigonometric ones z = q − k.
struct DirectionTerm {
  double s_squared = 0.0;  // s·s
  bool two_sided = false;  // always true where s·s < 0
};

// Mean and variance of h(ω) for one direction ω of a law; 1 is the exact kernel.
struct TermLaw {
  LogNumber mean{1.0, 0.0};
  LogNumber variance;
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

  // E h and Var h of one direction: from normal marginals where they are claimed, else the law's
  // own; empty where unknown.
  std::optional<TermLaw> law(const DirectionTerm& term, Index ambient_dim) const;

  // How much the coupling between directions adds to the variance of the mean of h over `count`
  // directions: Σ_{i≠j} Cov(h(ω_i), h(ω_j)) / m². Zero where directions are independent; empty
  // where unknown.
  std::optional<LogNumber> coupling(const DirectionTerm& term, Index ambient_dim,
                                    Index count) const;

  // The same between two estimators that share the directions: Σ_{i≠j} Cov(h_a(ω_i), h_b(ω_j)) /
  // m², where `cosine` is that of the angle between the real vectors of s_a and s_b.
  std::optional<LogNumber> cross_coupling(const DirectionTerm& a, const DirectionTerm& b,
                                          double cosine, Index ambient_dim, Index count) const;

 private:
  virtual DirectionClaims do_claims() const = 0;
  virtual DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const = 0;
  // Only called where marginals are not normal.
  virtual std::optional<TermLaw> do_law(const DirectionTerm& term, Index ambient_dim) const;
  // Only called where directions are not independent.
  virtual std::optional<LogNumber> do_coupling(const DirectionTerm& term, Index ambient_dim,
                                               Index count) const;
  virtual std::optional<LogNumber> do_cross_coupling(const DirectionTerm& a, const DirectionTerm& b,
                                                     double cosine, Index ambient_dim,
                                                     Index count) const;
};

}  // namespace kapprox
