// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Random Maclaurin features of exp(q·k): README.md.
#pragma once

#include <kapprox/feature_map.hpp>

namespace kapprox::sketch {

class RandomMaclaurin final : public FeatureMap {
 public:
  static void declare(Declarations& declarations);
  // Throws InputError when a rate is given for the geometric law.
  explicit RandomMaclaurin(const Parameters& parameters);

 private:
  Claims do_claims() const override;
  Cost do_cost(Index ambient_dim) const override;
  // Throws InputError when a fitted rate is beyond 10^6, or one draw beyond 2 GiB.
  void do_check_problem(const Problem& problem) const override;
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override;
  double mean_degree(const Problem& problem) const;

  Index count_;     // m
  bool geometric_;  // the law of the degrees; else Poisson
  double rate_;     // of the Poisson law; 0: fitted
};

}  // namespace kapprox::sketch
