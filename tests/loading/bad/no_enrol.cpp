// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// An honest header, and no enrol function.
#include "headers.hpp"

extern "C" {
extern const kapprox_plugin_header kapprox_plugin;
KAPPROX_UNGUARDED const kapprox_plugin_header kapprox_plugin =
    kapprox::bad::header(kapprox::plugin_api_number, sizeof(kapprox_plugin_header));
}
