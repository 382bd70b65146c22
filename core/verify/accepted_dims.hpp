// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// In which of the kit's dimensions a config works at all.
#pragma once

#include "verify/ledger.hpp"

#include <kapprox/types.hpp>

#include <functional>
#include <string_view>
#include <vector>

namespace kapprox {

// Calls try_one for every dimension of verify_dims. Those that it refuses with an InputError are
// left out, and the ledger says so under `check`; all of them only where the config need not work.
// `ask` calls check_problem, which must refuse them too: a study asks it before anything runs.
std::vector<Index> accepted_dims(std::string_view check, bool must_work, Ledger& ledger,
                                 const std::function<void(Index dim)>& ask,
                                 const std::function<void(Index dim)>& try_one);

}  // namespace kapprox
