// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// An attention method of known law, which also fails on request: noisy.
#pragma once

#include <kapprox/registry.hpp>

namespace kapprox {

// noisy {stretch, spread, period}: (1 + stretch) exact + spread N(0, I); throws on every period-th
// draw, and with period −1 gives NaN.
void add_odd_attention(Registry& registry);

}  // namespace kapprox
