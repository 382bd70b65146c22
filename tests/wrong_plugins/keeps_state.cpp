// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults of samples that are right by themselves: one writes to a buffer that all its callers
// share, one lets a block of memory go with every sample.
#include "gaussian_features.hpp"

#include <algorithm>
#include <thread>

namespace kapprox {
namespace {

class SharedBuffer final : public FeatureSample {
 public:
  SharedBuffer(const Stream& stream, Index rank)
      : directions_(normal_directions(stream, few_directions, rank)) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    FeatureBlock block;
    for (Index i = 0; i < rows.rows; ++i) {
      row_.assign(rows.row(i).begin(), rows.row(i).end());
      std::this_thread::yield();
      const ConstMatrixView one{row_.data(), 1, rows.cols, rows.cols};
      const FeatureBlock features = positive_features(one, directions_);
      if (i == 0) block.segments.push_back(Segment::zeros(rows.rows, few_directions));
      const auto values = features.segments.front().values.row(0);
      std::copy(values.begin(), values.end(), block.segments.front().values.row(i).begin());
      block.segments.front().log_scale[static_cast<std::size_t>(i)] =
          features.segments.front().log_scale.front();
    }
    return block;
  }
  Matrix directions_;
  mutable std::vector<double> row_;
};

class Leaking final : public FeatureSample {
 public:
  Leaking(const Stream& stream, Index rank)
      : directions_(new Matrix(normal_directions(stream, few_directions, rank))) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    return positive_features(rows, *directions_);
  }
  Matrix* directions_;
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("keeps_state", "1.0", registry) {
  registry.add<kapprox::PositiveMethod<kapprox::SharedBuffer>>(
      "shared_buffer", "positive features by way of one buffer", "Choromanski et al., ICLR 2021");
  registry.add<kapprox::PositiveMethod<kapprox::Leaking>>(
      "leaking", "positive features that keep their memory", "Choromanski et al., ICLR 2021");
}
