// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The terms w_k Ŝ_k of a sum of estimates, and how estimates that draw from one address vary
// together.
#pragma once

#include <kapprox/plugin.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kapprox {

struct Addend {
  std::shared_ptr<const FeatureMap> map;
  double weight = 0.0;
};

class SharedCovariances {
 public:
  // `addends` must outlive this.
  SharedCovariances(const std::vector<Addend>& addends, const Problem& problem);

  // 2 Σ_{k<l} w_k w_l Cov(Ŝ_k, Ŝ_l), absolute units; 0 for deterministic bases. Empty where
  // unknown: between random maps of different m or law, or of another kind than random feature
  // maps.
  std::optional<LogNumber> weighted_sum(std::span<const double> query,
                                        std::span<const double> key) const;

 private:
  // Two random bases with a covariance.
  struct Couple {
    const FittedMap& a;
    const FittedMap& b;
    double weight;  // 2 w_a w_b
  };

  std::vector<std::unique_ptr<const FittedMap>> maps_;  // null: no random feature map
  std::vector<Couple> couples_;
  bool known_ = true;
};

}  // namespace kapprox
