// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Fault: directions are drawn when rows are mapped. One method draws anew for each side (always the
// same, so asking twice shows nothing), the other at every call.
#include "gaussian_features.hpp"

#include <atomic>

namespace kapprox {
namespace {

class PerSide final : public FeatureSample {
 public:
  PerSide(const Stream& stream, Index) : stream_(stream) {}

 private:
  FeatureBlock do_map(Side side, ConstMatrixView rows) const override {
    const Stream own = stream_.at(side == Side::query ? "queries" : "keys");
    return positive_features(rows, normal_directions(own, few_directions, rows.cols));
  }
  Stream stream_;
};

class PerCall final : public FeatureSample {
 public:
  PerCall(const Stream& stream, Index) : stream_(stream) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    return positive_features(rows,
                             normal_directions(stream_.at(calls_++), few_directions, rows.cols));
  }
  Stream stream_;
  mutable std::atomic<std::uint64_t> calls_{0};
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("draws_in_map", "1.0", registry) {
  registry.add<kapprox::PositiveMethod<kapprox::PerSide>>(
      "draws_per_side", "positive features, a draw for each side", "Choromanski et al., ICLR 2021");
  registry.add<kapprox::PositiveMethod<kapprox::PerCall>>(
      "draws_per_call", "positive features, a draw for each call", "Choromanski et al., ICLR 2021");
}
