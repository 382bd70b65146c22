// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Symmetric dense-exponential random features ("FAVOR#"): a matrix 𝐀 in place of the number A of
// OPRF, fitted to the second moments Λ = mean (q + k)(q + k)ᵀ = Q diag(λ) Qᵀ of the problem,
//
//   φ_i(x) = det(I − 4𝐀)^{1/4} exp(ω_iᵀ 𝐀 ω_i + ω_i·(I − 4𝐀)^{1/2} x − ‖x‖²/2) / √m,
//   𝐀 = Q diag(A_l) Qᵀ.
//
// Likhosherstov et al., "Dense-Exponential Random Features: Sharp Positive Estimators of the
// Gaussian Kernel", NeurIPS 2023. The published ω_i·(I − 4𝐀)^{1/2} Qᵀ x has the same law; the
// symmetric root does not depend on the signs and the order of eigenvectors. Where no query and no
// key points, λ_l = 0 and A_l = 0: the map needs the coordinates in the problem's span only.
#pragma once

#include <kapprox/plugin.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kapprox {

class Sderf final : public RandomFeatureMap {
 public:
  static void declare(Declarations& declarations);

  explicit Sderf(const Parameters& parameters) : Sderf(parameters, std::nullopt) {}

  // What prepare finds, r = rank of the problem.
  struct Fit {
    Matrix vectors;             // r × r: eigenvector l of Λ in row l
    std::vector<double> tilts;  // r: −A_l
    Matrix stretch;             // r × r: (I − 4𝐀)^{1/2}, symmetric
    Matrix root;                // r × r: (−𝐀)^{1/2}, symmetric
  };
  Sderf(const Parameters& parameters, std::optional<Fit> fit);

 private:
  Claims do_map_claims() const override;
  Index do_features_per_direction() const override { return antithetic_ ? 2 : 1; }
  Cost do_cost(Index ambient_dim) const override;
  std::shared_ptr<const RandomFeatureMap> do_fit(const Problem& problem) const override;
  std::optional<MapTerm> do_term(std::span<const double> x,
                                 std::span<const double> y) const override;
  std::optional<Matrix> do_transform(Side side, ConstMatrixView rows) const override;
  std::vector<double> do_draw_statistics(const DirectionDraw& draw) const override;
  void do_map(const Projections& projections, Side side, Segment& out) const override;

  Parameters parameters_;  // to make the fitted copy of
  bool antithetic_;
  std::optional<Fit> fit_;
};

}  // namespace kapprox
