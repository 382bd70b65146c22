// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Feature maps: kernel methods whose estimate is an inner product of features, so that core can
// also build linear attention from them. A sample maps rows of queries or keys; the estimate
// follows.
#pragma once

#include <kapprox/feature_block.hpp>
#include <kapprox/kernel_method.hpp>

namespace kapprox {

class FeatureSample : public KernelSample {
 public:
  // The features of n rows (n × rank, in the coordinates of the problem). Queries and keys mapped
  // by one sample share its draw.
  FeatureBlock map(Side side, ConstMatrixView rows) const;

 private:
  virtual FeatureBlock do_map(Side side, ConstMatrixView rows) const = 0;
  // Maps both sides and calls estimate_from_features. A method with a cheaper exact route overrides
  // it; both must agree within rounding.
  void do_estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                   std::span<LogNumber> out) const override;
};

class FeatureMap : public KernelMethod {};

}  // namespace kapprox
