// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Each method of this plugin has a file of its own, which enrols it.
#pragma once

#include <kapprox/registry.hpp>

namespace kapprox {

void enrol_hybrid(Registry& registry);
void enrol_hybrid_sum(Registry& registry);
void enrol_oracle_hybrid(Registry& registry);

}  // namespace kapprox
