// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What every source of whole problems adds where a study looks at blocks of keys: the keys block,
// top_k, own_block and calibration, and a case for each of their values.
#pragma once

#include "inputs/axes.hpp"
#include "inputs/inputs.hpp"

#include <vector>

namespace kapprox {

std::vector<KeyHelp> block_keys();

// Every case of the problems becomes one per block × top_k × own_block × calibration. Throws
// InputError where all queries of a problem would be calibration.
void split_by_blocks(const Axes& axes, std::vector<InputProblem>& problems);

}  // namespace kapprox
