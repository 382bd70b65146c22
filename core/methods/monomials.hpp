// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Features of homogeneous polynomials: for unit vectors u, w and every degree j,
// (u·w)^j = Σ_f φ_f(u) φ_f(w). All features have size ≤ 1, and their squares sum to 1.
#pragma once

#include <kapprox/matrix.hpp>
#include <kapprox/polynomial_map.hpp>
#include <kapprox/types.hpp>

#include <cstdint>
#include <vector>

namespace kapprox {

// How many features degree j has in `dim` dimensions: C(dim + j − 1, j) monomials, or all dim^j
// entries of the tensor. A double: the number may be astronomical.
double monomial_count(MonomialLayout layout, Index dim, Index degree);

// The features of degrees 0, 1, 2, … in turn, each made from the degree before.
class Monomials {
 public:
  // units: n × dim, rows of norm 1 (or 0).
  Monomials(MonomialLayout layout, ConstMatrixView units);

  const Matrix& values() const { return values_; }  // n × monomial_count(degree)
  void raise_degree();

 private:
  void raise_symmetric(Matrix& raised) const;
  void raise_full(Matrix& raised) const;
  void follow_last_coordinates();

  MonomialLayout layout_;
  ConstMatrixView units_;
  Index degree_ = 0;
  Matrix values_;
  // Symmetric layout, per monomial u_{i_1} ⋯ u_{i_j} with i_1 ≤ … ≤ i_j: the last coordinate i_j,
  // and how often it occurs.
  std::vector<std::int32_t> last_;
  std::vector<std::int32_t> repeats_;
};

}  // namespace kapprox
