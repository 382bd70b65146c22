// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From the [[methods]] tables of a study to built configs: axes multiplied out, lists taken as one
// value where the parameter is a list, budgets turned into the largest m that fits.
#pragma once

#include "study/plan.hpp"

#include <set>
#include <vector>

namespace kapprox {

// A budget must hold for all problems. Throws InputError: unknown methods, bad values, two configs
// with the same key, a budget that no m fits, a problem or case that a method, or one inside of it,
// cannot serve.
std::vector<Config> make_configs(const Study& study, const StudyKind& kind,
                                 const Registry& registry,
                                 const std::vector<InputProblem>& problems);

// The values of an axis. What a plain list means depends on the parameter: an axis, or the one
// value of a parameter that is itself a list; likewise inside of the tables of nested methods.
std::vector<GivenValue> values_of(const MethodAxis& axis, const MethodEntry* entry,
                                  const Registry& registry);

// The methods of one table, of any kind. `dims` are those that a budget must hold in.
std::vector<BuiltMethod> build_methods(const MethodAxes& axes, Kind kind, const Registry& registry,
                                       const std::set<Index>& dims);

}  // namespace kapprox
