// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One given value against one declaration: the rule that studies, --set and the defaults of plugins
// all obey.
#pragma once

#include "methods/build.hpp"

#include <kapprox/parameters.hpp>

#include <string>

namespace kapprox {

// The value as the declared type: a whole number may be given for a real one, and a real number
// without a fraction for a whole one. Not for nested methods. Throws InputError
// "<where>: m is 2.5, but must be a whole number of at least 1; change it."
Parameters::Value checked_value(const Declaration& declaration, const GivenValue& given,
                                const std::string& where);

// Throws that InputError.
[[noreturn]] void refuse_value(const Declaration& declaration, const GivenValue& given,
                               const std::string& where);

// "did you mean symmetric?", or `otherwise` where nothing is near.
std::string suggestion(const std::string& given, const std::vector<std::string>& candidates,
                       const std::string& otherwise);

}  // namespace kapprox
