// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Whole numbers drawn by inversion: one uniform number in, one whole number out, so that a draw
// depends on its own address alone.
#pragma once

#include <kapprox/types.hpp>

#include <vector>

namespace kapprox::sketch {

// A law on first, first + 1, … with probabilities in the ratio of `weights` (at least one, all
// ≥ 0, their sum finite and > 0).
class DiscreteLaw {
 public:
  DiscreteLaw(Index first, std::vector<double> weights);

  // The smallest k with P(N ≤ k) ≥ uniform.
  Index inverse(double uniform) const;
  // The largest number that is ever drawn.
  Index last() const { return first_ + static_cast<Index>(cumulative_.size()) - 1; }

 private:
  Index first_;
  std::vector<double> cumulative_;
};

// P(N = k) = e^−rate rate^k / k!, for rate in (0, 10^6]. Left out are numbers of weight below 2^-80
// of the mode's, which no uniform of 53 bits finds.
DiscreteLaw poisson_law(double rate);

// P(N = k) = success (1 − success)^k, k = 0 … last, where last is the largest number that a uniform
// of 53 bits finds. success in (0, 1).
DiscreteLaw geometric_law(double success);

}  // namespace kapprox::sketch
