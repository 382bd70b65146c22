// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Product sketches: (x·y)^p = E[Π_{j≤p} (w_j·x)(w_j·y)] for independent w_j with E w wᵀ = I, here
// vectors of random signs, kept as one bit per coordinate.
#pragma once

#include <kapprox/matrix.hpp>
#include <kapprox/stream.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace kapprox::sketch {

// E[((w·x)(w·y))²] = t² + excess for t = x·y: excess = ‖x‖²‖y‖² + t² − 2 Σ x_l² y_l² ≥ 0. The
// second moment of a product sketch of degree p is the p-th power of this.
struct FactorMoments {
  double product = 0.0;  // t
  double excess = 0.0;
  double second() const { return product * product + excess; }
};
FactorMoments factor_moments(std::span<const double> x, std::span<const double> y);

// One draw of m product sketches of given degrees.
class ProductSketches {
 public:
  // Factor j of sketch i is a function of stream, i, j and dim alone.
  ProductSketches(const Stream& stream, std::vector<Index> degrees, Index dim);

  const std::vector<Index>& degrees() const { return degrees_; }

  // signs(row, i) = −1, 0 or 1 and logs(row, i) = log |·| of the product over the factors of sketch
  // i; 1 for degree 0, and log 0 is left at some finite number. rows: n × dim; both out: n × m.
  void products(ConstMatrixView rows, MatrixView signs, MatrixView logs) const;

 private:
  // out: one row of ±1 per factor, for factors first, first + 1, …
  void expand(Index first, MatrixView out) const;

  Index dim_;
  std::size_t words_per_factor_;
  std::vector<Index> degrees_;
  std::vector<Index> sketch_of_factor_;
  std::vector<std::uint32_t> bits_;  // factors × words_per_factor
};

}  // namespace kapprox::sketch
