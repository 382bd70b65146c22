// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The problems that kernel methods are tried on: small, the same for every method and seed. Norms
// of Monte Carlo problems stay at 0.5 and below, where sample variances are honest.
#pragma once

#include <kapprox/problem.hpp>

#include <string>
#include <vector>

namespace kapprox {

struct TestProblem {
  std::string name;
  Matrix queries;           // n × rank
  Matrix keys;              // n × rank
  std::vector<Pair> pairs;  // (i, i)
  Index ambient_dim = 0;
  bool in_span_basis = false;

  Problem problem() const { return {queries, keys, {}, ambient_dim, in_span_basis}; }
  double exact(std::size_t pair) const;       // q·k
  std::string place(std::size_t pair) const;  // "plane problem, d = 5, pair 3: |q| = 0.5, …"
};

// Less than one block of 5 directions, exactly one, and more than one.
inline constexpr Index verify_dims[] = {4, 5, 16};

// 12 pairs in one plane that lies askew: norms 0.25 and 0.5, angles 0.4, π/2 and 2.7.
TestProblem plane_problem(Index dim);

// Norm 0.5 along ±(1, …, 1)/√d, ±e_1 and a direction without symmetry, each first with q = k, then
// with q = −k. Pairs of one half have one law where a method is rotation invariant, and directions
// that are not quite Haar show here.
TestProblem axes_problem(Index dim);
inline constexpr std::size_t askew_pair = 4;  // of it: q = k without symmetry

// 7 random pairs, norms up to `largest`.
TestProblem cloud_problem(Index dim, double largest);

// Pairs of that norm each at angles 0, 1, 2, 3 and π.
TestProblem norm_problem(Index dim, double norm);

// q = k, q = −k, q = 0, k = 0, each at norms 0.5 and 2: which of them is said by `relation`.
enum class Relation { equal, opposite, zero };
TestProblem point_problem(Index dim, Relation relation);

// The same pairs turned by one random rotation; in coordinates of their span.
TestProblem rotated(const TestProblem& problem);
TestProblem reduced(const TestProblem& problem);

}  // namespace kapprox
