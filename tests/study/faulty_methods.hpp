// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Methods of the engine's tests. "normal" estimates exp(q·k)(1 + s·N) with one N(0, 1) per trial,
// so every measure has a hand-made truth; "faulty" is that, but fails on every `period`-th trial;
// "fixed" is deterministic, 10 % too large; "colliding" is that, with a parameter named like a
// coordinate.
#pragma once

#include <kapprox/registry.hpp>

namespace kapprox {

void add_faulty_methods(Registry& registry);

}  // namespace kapprox
