// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Norms g_1 = √S cos ψ, g_2 = √S sin ψ with S ~ χ²_{2d} independent of ψ. So for the cosine γ
// between two directions, ‖ω_1 + ω_2‖² = S (1 + γ v) with v = sin 2ψ, and given v it is the sum of
// two orthogonal directions at another scale. With t = s·s and c_⊥ the covariance of orthogonal
// ones,
//
//   Cov = E_v [ e^(tγv) (1 + c_⊥(t (1 + γv))) ] − 1 = E_v [ (e^(tγv) − 1) + e^(tγv) c_⊥(t (1 + γv))
//   ],
//
// the mean over γ and −γ where h is two-sided. v = 1/cosh y has the density ∝ cosh(y)^(−d) dy, an
// analytic function: the trapezoidal rule converges exponentially (Trefethen, Weideman, "The
// exponentially convergent trapezoidal rule", 2014). One-sided terms for t > 0 have γ < 0 and
// cancel nowhere; in the others a gain and a loss meet, each no larger than the variance of h.
#include "simplex_coupling.hpp"

#include "orthogonal_coupling.hpp"

#include <cmath>

namespace kapprox {

namespace {

// Beyond it the nodes, whose distance shrinks as 1/√|t|, would be too many.
constexpr double largest_square = 20'000.0;

// Weights below this share of the middle one are left out.
constexpr double log_negligible = -50.0;

// A trapezoidal rule of this distance is exact to e^−40 for cosh(y)^(−d) times functions that grow
// no faster than exp(2 |tγ| / cosh y): the best strip has the width 9/√A, below π/2 by the 40.
double node_distance(double t, double gamma, double d) {
  return 0.7 / std::sqrt(d + 2.0 * std::abs(t * gamma) + 40.0);
}

// The bracket above at one v.
LogNumber given(double v, double t, double gamma, bool two_sided, Index d) {
  const double u = t * gamma * v;
  const LogNumber plus = times_exp(orthogonal_pair_covariance(t + u, d), u);
  if (!two_sided) return exp_minus_one(u) + plus;
  const LogNumber minus = times_exp(orthogonal_pair_covariance(t - u, d), -u);
  return cosh_minus_one(u) + 0.5 * (plus + minus);
}

}  // namespace

std::optional<LogNumber> simplex_pair_covariance(const DirectionTerm& term, Index dim) {
  const auto d = static_cast<double>(dim);
  const double t = term.s_squared;
  if (std::abs(t) > largest_square) return std::nullopt;
  const double gamma = -1.0 / (d - 1.0);
  const double distance = node_distance(t, gamma, d);

  double weights = 0.0;
  LogNumber sum;
  for (double node = 0.0;; node += 1.0) {
    const double y = node * distance;
    const double log_weight = -d * std::log(std::cosh(y));
    if (log_weight < log_negligible) break;
    const double weight = (node == 0.0 ? 1.0 : 2.0) * std::exp(log_weight);
    weights += weight;
    sum = sum + weight * given(1.0 / std::cosh(y), t, gamma, term.two_sided, dim);
  }
  return sum * LogNumber{1.0 / weights, 0.0};
}

}  // namespace kapprox
