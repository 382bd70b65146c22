// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Enrols the attention methods of this folder, a line each.
#include "methods.hpp"

#include <kapprox/plugin.hpp>

KAPPROX_PLUGIN("attention", "1.0", registry) {
  kapprox::add_average(registry);
  kapprox::add_direct(registry);
  kapprox::add_efficient(registry);
  kapprox::add_exact(registry);
  kapprox::add_linear(registry);
  kapprox::add_local(registry);
  kapprox::add_nystrom(registry);
}
