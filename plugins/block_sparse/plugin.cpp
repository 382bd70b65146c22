// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Enrols the methods of this folder, a line each. Formulas, bounds, traps:
// docs/methods/block_sparse.md.
#include "methods.hpp"

#include <kapprox/plugin.hpp>

KAPPROX_PLUGIN("block_sparse", "1.0", registry) {
  kapprox::add_mean(registry);
  kapprox::add_second_order(registry);
  kapprox::add_spla(registry);
  kapprox::add_hils(registry);
  kapprox::add_max(registry);
  kapprox::add_exact(registry);
  kapprox::add_block_sparse(registry);
}
