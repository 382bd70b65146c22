// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From the [[methods]] tables of a study to built configs: axes multiplied out, lists taken as one
// value where the parameter is a list, budgets turned into the largest m that fits.
#pragma once

#include "study/plan.hpp"

#include <set>
#include <vector>

namespace kapprox {

// `dims` are the dimensions of the study's problems: a budget must hold in all of them. Throws
// InputError: unknown methods, bad values, two configs with the same key, a budget that no m fits.
std::vector<Config> make_configs(const Study& study, const Registry& registry,
                                 const std::set<Index>& dims);

}  // namespace kapprox
