// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Declares a parameter that is a measure of every results file.
#include "method.hpp"

#include <kapprox/plugin.hpp>

namespace {

struct Measured : kapprox::bad::Idle {
  static void declare(kapprox::Declarations& d) { d.real("variance", "of noise").otherwise(1.0); }
  explicit Measured(const kapprox::Parameters&) {}
};

}  // namespace

KAPPROX_PLUGIN("measure_name", "1.0", registry) {
  registry.add<Measured>("measured", "idle", "nobody");
}
