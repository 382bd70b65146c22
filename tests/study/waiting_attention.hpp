// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// An attention method of known duration, which tells who ran when: waits.
#pragma once

#include <kapprox/registry.hpp>

#include <string>
#include <vector>

namespace kapprox {

// waits {base, per_row, draw, baseline, fails}: zeros, after base + per_row · n ms; a draw takes
// `draw` ms. `baseline` claims to be exact; `fails` throws.
void add_waiting_attention(Registry& registry);

struct WaitingLog {
  std::vector<std::string> calls;  // "base n", in order
  int most_at_once = 0;
};

// Since the last call.
WaitingLog take_waiting_log();

}  // namespace kapprox
