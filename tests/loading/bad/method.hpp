// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A kernel method that is never asked for anything.
#pragma once

#include <kapprox/kernel_method.hpp>

#include <memory>

namespace kapprox::bad {

struct Idle : KernelMethod {
  Claims do_claims() const override { return {}; }
  Cost do_cost(Index) const override { return {}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return nullptr;
  }
};

}  // namespace kapprox::bad
