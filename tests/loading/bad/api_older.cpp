// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Made for an API number one less than this kapprox has; leaves a trace of every function that
// runs.
#include "headers.hpp"

extern "C" {
extern const kapprox_plugin_header kapprox_plugin;
const kapprox_plugin_header kapprox_plugin =
    kapprox::bad::header(kapprox::plugin_api_number - 1, sizeof(kapprox_plugin_header));

void kapprox_plugin_enrol(kapprox::Registry&) { kapprox::bad::leave_trace("enrol"); }
}
