// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One trial again, by its address: what a failure's message names.
#pragma once

#include "study/plan.hpp"

#include <string>

namespace kapprox {

// What `keep` keeps of one trial of one point (estimate/exact in a kernel study), bit for bit as a
// run of this plan from nothing has it. Keys are those of the results file (config_key; case_key of
// the group resume). Throws what the method throws in that trial, Error where its output is not
// finite, and InputError when the plan has no such config or case.
double replay_trial(const Plan& plan, const std::string& config_key, const std::string& case_key,
                    std::int64_t trial);

}  // namespace kapprox
