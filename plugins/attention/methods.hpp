// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One function per method of this folder, called by plugin.cpp.
#pragma once

namespace kapprox {

class Registry;

void add_average(Registry& registry);
void add_direct(Registry& registry);
void add_efficient(Registry& registry);
void add_exact(Registry& registry);
void add_linear(Registry& registry);
void add_local(Registry& registry);
void add_nystrom(Registry& registry);

}  // namespace kapprox
