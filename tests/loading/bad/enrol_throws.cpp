// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Enrols one method, then throws; leaves a trace of every function that runs.
#include "headers.hpp"
#include "method.hpp"

#include <stdexcept>

KAPPROX_PLUGIN("enrol_throws", "1.0", registry) {
  kapprox::bad::leave_trace("enrol");
  registry.add<kapprox::bad::Idle>("half_way", "idle", "nobody");
  throw std::runtime_error("the licence has expired");
}
