// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One function per method of this folder, called by plugin.cpp.
#pragma once

namespace kapprox {

class Registry;

void add_mean(Registry& registry);
void add_second_order(Registry& registry);
void add_spla(Registry& registry);
void add_hils(Registry& registry);
void add_max(Registry& registry);
void add_exact(Registry& registry);
void add_block_sparse(Registry& registry);

}  // namespace kapprox
