// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/ground.hpp"

namespace kapprox {

Ground::Ground(const StudyKind& kind, const InputProblem& problem, Index first_column)
    : kind_(kind), ordered_(order_problem(problem, first_column)) {}

const Coordinates& Ground::coordinates(bool reduced) const {
  const std::size_t which = reduced ? 1 : 0;
  std::call_once(once_[which],
                 [&] { coordinates_[which].emplace(coordinates_of(ordered_, reduced)); });
  return *coordinates_[which];
}

const Reference& Ground::reference() const {
  std::call_once(reference_once_, [this] { reference_ = kind_.reference(ordered_); });
  return *reference_;
}

Grounds::Grounds(const Plan& plan) {
  Index column = 0;
  for (const InputProblem& problem : plan.problems) {
    grounds_.emplace_back(*plan.kind, problem, column);
    column += static_cast<Index>(problem.cases.size());
  }
}

bool is_reduced(const Plan& plan, const Config& config) {
  return plan.study.reduce && plan.kind->facts(config.method()).rotation_invariant;
}

}  // namespace kapprox
