// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the sources of whole problems share: the keys mask and window, and a case per mask.
#pragma once

#include "inputs/axes.hpp"
#include "inputs/inputs.hpp"

#include <kapprox/mask.hpp>

#include <string>
#include <utility>
#include <vector>

namespace kapprox {

KeyHelp mask_help(const std::string& default_word);
KeyHelp window_help();

// Every mask × window of the table; where it has no mask, causal or none as `causal` says.
std::vector<Mask> masks_of(const Axes& axes, bool causal);

// A case per mask. To `coordinates` come n (keys), n_queries, mask and window, and hidden_keys
// where the mask hides some; to `key` the mask and the window.
void add_mask_cases(InputProblem& problem, const std::vector<Mask>& masks,
                    const std::vector<std::pair<std::string, Coordinate>>& coordinates,
                    const std::string& key);

}  // namespace kapprox
