// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// TensorSketch features of the Taylor polynomial of exp(q·k): README.md.
#pragma once

#include <kapprox/feature_map.hpp>

namespace kapprox::sketch {

class TensorSketch final : public FeatureMap {
 public:
  static void declare(Declarations& declarations);
  explicit TensorSketch(const Parameters& parameters);

 private:
  Claims do_claims() const override;
  Cost do_cost(Index ambient_dim) const override;
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override;

  Index degree_;   // the highest
  Index buckets_;  // of every degree but 0
};

}  // namespace kapprox::sketch
