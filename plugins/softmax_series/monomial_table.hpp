// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Every monomial x^α of degree ≤ R in d coordinates once, degree by degree: (q·k)^s/s! is the sum
// of q^α k^α/α! over |α| = s (multinomial theorem). A monomial is a sorted product x_{i_1} ⋯
// x_{i_s}; its parent is the product without its last factor, and stands one degree before it.
#pragma once

#include <kapprox/types.hpp>

#include <cstdint>
#include <vector>

namespace kapprox {

// D = C(dim + degree, degree), how many monomials the table has. A double: it may be astronomical.
double monomials_up_to(Index dim, Index degree);

struct MonomialTable {
  // dim ≥ 1, degree ≥ 0.
  MonomialTable(Index dim, Index degree);

  Index count() const { return static_cast<Index>(parent.size()); }
  Index degree() const { return static_cast<Index>(first.size()) - 2; }

  std::vector<Index> first;           // monomials of degree s: first[s] … first[s + 1] − 1
  std::vector<std::int32_t> parent;   // of the constant, entry 0: itself
  std::vector<std::int32_t> last;     // coordinate of the last factor
  std::vector<std::int32_t> repeats;  // how often that coordinate occurs
};

}  // namespace kapprox
