// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The table that power series in the log domain need.
#pragma once

#include <kapprox/types.hpp>

#include <vector>

namespace kapprox {

// table[k] = log k! for k = 0 … last, last ≥ 0.
std::vector<double> log_factorials(Index last);

}  // namespace kapprox
