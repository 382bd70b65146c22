// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What `kapprox info` says about the parameters and the claims of a method.
#pragma once

#include "methods/build.hpp"

#include <kapprox/parameters.hpp>

#include <string>

namespace kapprox::app {

// Both start with an empty line and end with a line break.
std::string parameters_text(const Declarations& declarations);
// Claims of one built config, and its cost at `dim` dimensions.
std::string claims_text(const BuiltMethod& built, int dim);

}  // namespace kapprox::app
