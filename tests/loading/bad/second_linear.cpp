// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Enrols a name that the good plugin has.
#include "method.hpp"

#include <kapprox/plugin.hpp>

KAPPROX_PLUGIN("second_linear", "1.0", registry) {
  registry.add<kapprox::bad::Idle>("linear", "idle", "nobody");
}
