// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// In which of the kit's dimensions a config works at all.
#pragma once

#include "verify/ledger.hpp"
#include "verify/verify.hpp"

#include <kapprox/types.hpp>

#include <functional>
#include <string_view>
#include <vector>

namespace kapprox {

// Dimensions of verify_dims that are accepted. Where none is, as many dimensions as a list that is
// given has numbers are tried too, be it the method's own or that of one inside of it: a vector may
// fit no others.
std::vector<Index> dims_that(const VerifyOptions& options,
                             const std::function<bool(Index dim)>& accepts);

// Calls try_one for every dimension that dims_that tries. Those that it refuses with an InputError
// are left out, and the ledger says so under `check`; all of them only where the config need not
// work. `ask` calls check_problem, which must refuse them too: a study asks it before anything
// runs.
std::vector<Index> accepted_dims(std::string_view check, const VerifyOptions& options,
                                 bool must_work, Ledger& ledger,
                                 const std::function<void(Index dim)>& ask,
                                 const std::function<void(Index dim)>& try_one);

}  // namespace kapprox
