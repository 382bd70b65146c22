// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A factor that does not come before the last one keeps the product sorted, so each monomial of the
// next degree is reached once.
#include "monomial_table.hpp"

#include <cmath>

namespace kapprox {

double monomials_up_to(Index dim, Index degree) {
  double count = 1.0;
  for (Index s = 1; s <= degree; ++s)
    // C(d + s, s) = C(d + s − 1, s − 1) (d + s) / s, a whole number at every step.
    count = std::round(count * static_cast<double>(dim + s) / static_cast<double>(s));
  return count;
}

MonomialTable::MonomialTable(Index dim, Index degree) : first{0, 1} {
  const auto count = static_cast<std::size_t>(monomials_up_to(dim, degree));
  parent.reserve(count);
  last.reserve(count);
  repeats.reserve(count);
  parent.push_back(0);
  last.push_back(0);
  repeats.push_back(0);
  for (Index s = 1; s <= degree; ++s) {
    for (Index p = first[static_cast<std::size_t>(s) - 1]; p < first[static_cast<std::size_t>(s)];
         ++p) {
      const auto it = static_cast<std::size_t>(p);
      for (std::int32_t i = last[it]; i < dim; ++i) {
        parent.push_back(static_cast<std::int32_t>(p));
        last.push_back(i);
        repeats.push_back(i == last[it] ? repeats[it] + 1 : 1);
      }
    }
    first.push_back(static_cast<Index>(parent.size()));
  }
}

}  // namespace kapprox
