// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Exponentials of projections without the norms that positive random features carry.
#pragma once

#include <kapprox/plugin.hpp>

#include <memory>

namespace kapprox::elementwise {

// m = 0: φ_l(x) = exp(x_l), D = d. m > 0: φ_i(x) = exp(ω_i·x)/√m, D = m: then the mean estimate is
// exp(‖q + k‖²/2) = exp(q·k) exp(‖q‖²/2 + ‖k‖²/2) where every ω_i ~ N(0, I).
class Exp final : public FeatureMap {
 public:
  static void declare(Declarations& declarations);
  explicit Exp(const Parameters& parameters);

 private:
  Claims do_claims() const override;
  Cost do_cost(Index ambient_dim) const override;
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override;

  std::shared_ptr<const RandomFeatureMap> positive_;  // null where m = 0
};

}  // namespace kapprox::elementwise
