// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The exact reduction: in coordinates of the problem's span a rotation invariant method has the law
// that it has in all d coordinates. Inner products are the same, draws are not, so means and
// variances of two independent samples are compared.
#include "verify/checks.hpp"

namespace kapprox {

void check_reduction(KernelSubject& subject, Judge& judge) {
  const std::string_view check = "reduction: same law in reduced coordinates";
  if (!subject.claims().rotation_invariant) {
    judge.ledger().not_applicable(check, "rotation invariance is not claimed");
    return;
  }
  for (const Index dim : subject.dims()) {
    Estimates& full = subject.plane(dim);
    Estimates& small = subject.reduced_plane(dim);
    for (std::size_t p = 0; p < full.problem().pairs.size(); ++p)
      compare_laws(
          check, subject.options().trials, "in all coordinates", "in reduced ones",
          [&](int look) -> const Moments& { return full.look(look)[p]; },
          [&](int look) -> const Moments& { return small.look(look)[p]; }, full.problem().place(p),
          judge);
  }
}

}  // namespace kapprox
