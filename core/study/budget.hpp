// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A budget in place of m: methods of different shape compared at equal real feature dimension, or
// at equal projections per token. The m is the method's own or that of a method inside of it.
#pragma once

#include "methods/build.hpp"
#include "study/kinds/study_kind.hpp"
#include "study/study.hpp"

#include <set>
#include <string>

namespace kapprox {

// The method with the largest m whose quantity stays within `limit` at every one of `shapes`.
// Its columns end with budget (the limit) and budget_kind (the quantity). Throws InputError where m
// is given too, there is no m or more than one, its quantity does not grow with m, or m = 1 is too
// much.
BuiltMethod largest_within(const StudyKind& kind, const Registry& registry, const MethodSpec& spec,
                           const Budget& budget, std::int64_t limit,
                           const std::set<ProblemShape>& shapes, const std::string& where);

}  // namespace kapprox
