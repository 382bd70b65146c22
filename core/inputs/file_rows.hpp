// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Rows of logits from a file, whole or in blocks: of heads, what a query gets from the keys that
// mask, window and key_mask leave it; or of a dataset `logits`, cases × n, or a .npy matrix, as
// they stand. A row or block without keys is no case.
#pragma once

#include "inputs/axes.hpp"
#include "inputs/inputs.hpp"

#include <kapprox/stream.hpp>

#include <vector>

namespace kapprox {

std::vector<KeyHelp> file_row_keys();

// Logits are those of problem_of (file_heads.hpp). Throws InputError as the source "file" does, and
// where no row is left.
std::vector<InputProblem> make_file_rows(const Axes& axes, const Stream& stream);

}  // namespace kapprox
