// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A problem as the engine works on it: cases and rows in canonical order, coordinates in full and
// in the basis of its span, exact answers. Made when first asked for, once for all configs.
#pragma once

#include "study/coordinates.hpp"
#include "study/kinds/study_kind.hpp"
#include "study/plan.hpp"

#include <array>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

namespace kapprox {

// Any thread may ask.
class Ground {
 public:
  Ground(const StudyKind& kind, const InputProblem& problem, Index first_column);

  const OrderedProblem& ordered() const { return ordered_; }
  const Coordinates& coordinates(bool reduced) const;
  const Reference& reference() const;

 private:
  const StudyKind& kind_;
  OrderedProblem ordered_;
  mutable std::array<std::once_flag, 2> once_;
  mutable std::array<std::optional<Coordinates>, 2> coordinates_;  // full and reduced
  mutable std::once_flag reference_once_;
  mutable std::unique_ptr<const Reference> reference_;
};

// Of all problems of a plan, which must outlive them.
class Grounds {
 public:
  explicit Grounds(const Plan& plan);

  Index size() const { return static_cast<Index>(grounds_.size()); }
  const Ground& operator[](Index problem) const {
    return grounds_[static_cast<std::size_t>(problem)];
  }

 private:
  std::deque<Ground> grounds_;
};

// Whether a config works in the basis of the span.
bool is_reduced(const Plan& plan, const Config& config);

}  // namespace kapprox
