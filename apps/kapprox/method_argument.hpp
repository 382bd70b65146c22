// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The METHOD and --set arguments that several subcommands take.
#pragma once

#include "methods/build.hpp"
#include "plugins.hpp"

#include <map>
#include <string>
#include <vector>

namespace kapprox::app {

// "kernel:trig".
std::string full_name(const MethodEntry& entry);

// `name` is "trig" or "kernel:trig". Throws InputError, opening with the subcommand, when there is
// none, or several kinds have one.
const MethodEntry& method_argument(const Plugins& plugins, const std::string& subcommand,
                                   const std::string& name);

// Of --set NAME=VALUE arguments, as a [[methods]] table of a study takes them; one value each.
// Throws InputError on another form, and on an axis of several values.
std::map<std::string, GivenValue> set_arguments(const Plugins& plugins,
                                                const std::string& subcommand,
                                                const MethodEntry& entry,
                                                const std::vector<std::string>& changes);

}  // namespace kapprox::app
