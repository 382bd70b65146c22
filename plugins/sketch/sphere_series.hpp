// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The kernel on a sphere, exp(r² t) = Σ_l c_l P_l(t), cut off at a degree, and the moments of its
// random features √(C N_l) P_l(w·x/‖x‖). All numbers are relative to C = Σ c_l, the value at t = 1.
#pragma once

#include <kapprox/claims.hpp>
#include <kapprox/log_number.hpp>
#include <kapprox/types.hpp>

#include <vector>

namespace kapprox::sketch {

struct SphereSeries {
  Index dim;                          // d
  double squared_radius;              // r²
  double log_sum = 0.0;               // log C
  std::vector<double> probabilities;  // q_l = c_l / C, l = 0 … degree
  std::vector<double> log_counts;     // log N_l
  std::vector<LogNumber> second;      // the square of one feature product / C²: per P_k(t)

  SphereSeries(Index dim, Index degree, double squared_radius);

  // Mean of `count` feature products with independent directions, t = cos θ. has_directions:
  // neither row is zero; a zero row keeps degree 0 alone.
  Theory theory(double t, bool has_directions, Index count) const;
};

}  // namespace kapprox::sketch
