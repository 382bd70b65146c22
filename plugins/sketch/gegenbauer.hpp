// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Spherical features of exp(r² cos θ) by Gegenbauer polynomials: README.md.
#pragma once

#include <kapprox/directions.hpp>
#include <kapprox/feature_map.hpp>

#include <memory>

namespace kapprox::sketch {

class Gegenbauer final : public FeatureMap {
 public:
  static void declare(Declarations& declarations);
  explicit Gegenbauer(const Parameters& parameters);

 private:
  Claims do_claims() const override;
  Cost do_cost(Index ambient_dim) const override;
  // Throws InputError when r², the product of mean norms, is beyond 10^6.
  void do_check_problem(const Problem& problem) const override;
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override;

  Index count_;   // m
  Index degree_;  // the highest
  std::shared_ptr<const Directions> directions_;
};

}  // namespace kapprox::sketch
