// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Discretely induced random features of exp(q·k), PoisRF and GeomRF: README.md.
#pragma once

#include <kapprox/feature_map.hpp>

namespace kapprox::sketch {

class Poisson final : public FeatureMap {
 public:
  static void declare(Declarations& declarations);
  explicit Poisson(const Parameters& parameters);

 private:
  Claims do_claims() const override;
  Cost do_cost(Index ambient_dim) const override;
  // Throws InputError when a fitted rate is beyond 10^6.
  void do_check_problem(const Problem& problem) const override;
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override;

  double rate_for(const Problem& problem) const;

  Index count_;  // m
  double rate_;  // of each coordinate's count; 0: fitted
};

class Geometric final : public FeatureMap {
 public:
  static void declare(Declarations& declarations);
  explicit Geometric(const Parameters& parameters);

 private:
  Claims do_claims() const override;
  Cost do_cost(Index ambient_dim) const override;
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override;

  Index count_;  // m
  double success_;
};

}  // namespace kapprox::sketch
