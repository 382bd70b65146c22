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

}  // namespace kapprox::app
