// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The values that the kit gives to parameters, chosen from their declarations.
#pragma once

#include "methods/build.hpp"

#include <kapprox/registry.hpp>

#include <optional>
#include <string>
#include <vector>

namespace kapprox {

// A small valid value of a parameter that must be given. Throws InputError where it is a method of
// a kind of which none is loaded.
GivenValue required_value(const Registry& registry, const Declaration& declaration);

// Other values worth a look beside `base`.
std::vector<GivenValue> other_values(const Registry& registry, const Declaration& declaration,
                                     const GivenValue& base);

// Where a spec was refused by a sentence that names a list of numbers which is empty by default:
// the spec with as many numbers in that list as the first problems have dimensions. Likewise for a
// nested method which is none by default: the first one there is.
std::optional<MethodSpec> with_wanted_value(const Registry& registry, const MethodEntry& entry,
                                            MethodSpec spec, const std::string& refusal);

}  // namespace kapprox
