// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// States a header eight bytes longer than it has; leaves a trace of every function that runs.
#include "headers.hpp"

extern "C" {
extern const kapprox_plugin_header kapprox_plugin;
const kapprox_plugin_header kapprox_plugin =
    kapprox::bad::header(kapprox::plugin_api_number, sizeof(kapprox_plugin_header) + 8);

void kapprox_plugin_enrol(kapprox::Registry&) { kapprox::bad::leave_trace("enrol"); }
}
