// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The order work is done in, whatever the order of listing: cases sorted by name, and rows that
// were made for the cases sorted with them. So the same rows travel together through BLAS, and the
// basis of the problem's span grows the same way, for any listing of norms, angles or pairs.
#pragma once

#include <kapprox/problem.hpp>

#include "inputs/inputs.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kapprox {

// Sorts digits by value, so that "pair=2" comes before "pair=10": more pairs then only add rows at
// the end. A strict total order.
bool natural_less(std::string_view a, std::string_view b);

struct OrderedCase {
  Pair pair;                     // rows of the ordered matrices, where a case is a pair
  Index column = 0;              // place along `case` of the results file
  Index place = 0;               // among the cases of the problem
  const Case* source = nullptr;  // as the inputs made it
};

struct OrderedProblem {
  const InputProblem* source = nullptr;
  Matrix queries;  // as in source, rows in canonical order
  Matrix keys;
  Matrix values;                   // in the order of the keys; 0 × 0 where the study has none
  std::vector<OrderedCase> cases;  // in canonical order
};

// `first_column` is the place of the problem's first case along `case`.
OrderedProblem order_problem(const InputProblem& problem, Index first_column);

// Content of what a method is fitted to: all rows in canonical order. More cases that bring rows
// along make another digest.
std::string fit_digest(const OrderedProblem& problem);

}  // namespace kapprox
