// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The one good plugin of this folder: estimates exp(q·k) as 1 + q·k.
#include <kapprox/kernel_method.hpp>
#include <kapprox/plugin.hpp>

namespace kapprox {
namespace {

struct LinearSample final : KernelSample {
  void do_estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                   std::span<LogNumber> out) const override {
    for (std::size_t p = 0; p < pairs.size(); ++p)
      out[p] = {1.0 + dot(queries.row(pairs[p].query), keys.row(pairs[p].key)), 0.0};
  }
};

struct PreparedLinear final : PreparedKernel {
  std::unique_ptr<const KernelSample> do_draw(const Stream&) const override {
    return std::make_unique<LinearSample>();
  }
};

struct Linear final : KernelMethod {
  Claims do_claims() const override { return {}; }
  Cost do_cost(Index) const override { return {}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return std::make_unique<PreparedLinear>();
  }
};

}  // namespace

KAPPROX_PLUGIN("good", "1.2", registry) {
  registry.add<Linear>("linear", "1 + q·k", "the first two terms of the exponential series");
}

}  // namespace kapprox
