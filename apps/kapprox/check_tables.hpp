// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What `kapprox check` says of studies whose methods no theory of kernels judges.
#pragma once

#include "study/plan.hpp"

#include <string>
#include <vector>

namespace kapprox::app {

// Of softmax methods: where their series are not sure to converge. `names` are those of the
// configs.
std::string radius_table(const Plan& plan, const std::vector<std::string>& names);

// Of block scorers: what is kept of a block, and what a score costs beside the exact one.
std::string scorer_table(const Plan& plan, const std::vector<std::string>& names);

// Of the cases of a study of blocks that will be undefined, as no query chooses: one sentence, or
// "" where there are none.
std::string undefined_cases_text(const Plan& plan);

}  // namespace kapprox::app
