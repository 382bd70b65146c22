// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Which configs the kit tries: the base config (defaults, and a small valid value for each required
// parameter), then one config for each other value worth a look: every word of a choice, both
// booleans, the smallest allowed and another whole number, another real number, every method that
// can be nested. One parameter is changed at a time; where that is refused because a list of
// numbers is empty that is so by default, the list is filled too.
#pragma once

#include "verify/ledger.hpp"
#include "verify/verify.hpp"

#include <string>
#include <vector>

namespace kapprox {

struct VerifyConfig {
  BuiltMethod built;
  MethodSpec spec;        // builds it again
  VerifyOptions options;  // half the trials for all but the base config
  std::string command;    // "kapprox verify kernel:trig --seed 1 --set m=5"
};

// The base config comes first; empty when it cannot be built, which is then in the ledger, as are
// refusals of other values that do not name the parameter. `options` give values that stay fixed.
std::vector<VerifyConfig> verify_configs(const Registry& registry, const MethodEntry& entry,
                                         const VerifyOptions& options, Ledger& ledger);

// The base values of all parameters without default, and what `options` fix.
MethodSpec base_spec(const Registry& registry, const MethodEntry& entry,
                     const VerifyOptions& options);

}  // namespace kapprox
