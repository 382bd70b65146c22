// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Enrols the hybrids: methods that mix the estimates of several base maps.
#include "methods.hpp"

#include <kapprox/plugin.hpp>

KAPPROX_PLUGIN("hybrid", "1.0", registry) {
  kapprox::enrol_hybrid(registry);
  kapprox::enrol_hybrid_sum(registry);
  kapprox::enrol_oracle_hybrid(registry);
}
