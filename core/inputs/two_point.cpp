// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "two_point": half of the n logits of a row at −gap/2, the others at gap/2. Nothing is
// drawn. The log-sum-exp is log n + log cosh(gap/2), whose series diverges for gap > π.
#include "base/text.hpp"
#include "inputs/pair_cases.hpp"
#include "inputs/row_cases.hpp"
#include "inputs/sources.hpp"

#include <fmt/format.h>

namespace kapprox {

namespace {

std::vector<InputProblem> make_two_point(const Axes& axes, const Stream&) {
  RowProblems made("two_point");
  for (const std::int64_t n : axes.integers("n", 2, 2)) {
    if (n % 2 != 0)
      axes.refuse("n", fmt::format("is {}", n), "even, as half of the logits lie at each end",
                  "change it");
    check_volume(axes, "n", n, 1);
    for (const double gap : axes.reals("gap", norms_in_double)) {
      std::vector<double> row(static_cast<std::size_t>(n), 0.5 * gap);
      for (std::size_t i = 0; 2 * i < row.size(); ++i) row[i] = -0.5 * gap;
      Case one;
      one.coordinates.emplace_back("gap", gap);
      one.key_text = fmt::format("two_point/row/n={}/gap={}", n, shortest(gap));
      made.add("two_point/row", std::move(row), std::move(one));
    }
  }
  return made.take();
}

}  // namespace

Source two_point_source() {
  return {"two_point",
          {},
          nullptr,
          nullptr,
          {{"gap", "between the two halves of the logits; axis", true},
           {"n", "logits in a row, even; axis, default 2"}},
          make_two_point};
}

}  // namespace kapprox
