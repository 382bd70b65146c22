// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The checks of softmax methods.
#pragma once

#include "methods/build.hpp"
#include "verify/ledger.hpp"
#include "verify/verify.hpp"

#include <kapprox/softmax_method.hpp>

#include <functional>

namespace kapprox {

// `rebuild` makes the same config anew.
void check_softmax(const SoftmaxMethod& method, const VerifyOptions& options,
                   const std::function<BuiltMethod()>& rebuild, Ledger& ledger);

}  // namespace kapprox
