// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Checks of one config of a block scorer. They write to the ledger and throw only what it throws.
#pragma once

#include "verify/configs.hpp"
#include "verify/ledger.hpp"

#include <kapprox/block_scorer.hpp>

#include <functional>

namespace kapprox {

// `rebuild` makes the same config anew.
void check_scorer(const BlockScorer& scorer, const VerifyOptions& options,
                  const std::function<BuiltMethod()>& rebuild, bool must_work, Ledger& ledger);

}  // namespace kapprox
