// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "sderf.hpp"

#include "moments.hpp"
#include "tilt.hpp"

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

// Qᵀ diag(√values) Q for eigenvectors in the rows of Q: the symmetric root. By dot and not by
// multiply_transposed, which hands sums of more than 1024 terms to BLAS.
Matrix symmetric_root(const Matrix& vectors, const std::vector<double>& values) {
  const Index r = vectors.rows();
  Matrix scaled(r, r);  // scaled(j, l) = vectors(l, j) √values_l
  Matrix columns(r, r);
  for (Index l = 0; l < r; ++l)
    for (Index j = 0; j < r; ++j) {
      columns(j, l) = vectors(l, j);
      scaled(j, l) = columns(j, l) * std::sqrt(values[static_cast<std::size_t>(l)]);
    }
  Matrix root(r, r);
  for (Index i = 0; i < r; ++i)
    for (Index j = 0; j < r; ++j) root(i, j) = dot(scaled.row(i), columns.row(j));
  return root;
}

}  // namespace

void Sderf::declare(Declarations& declarations) {
  RandomFeatureMap::declare(declarations);
  declarations.boolean("antithetic", "each direction counts with both signs: D = 2m")
      .otherwise(false);
}

Sderf::Sderf(const Parameters& parameters, std::optional<Fit> fit)
    : RandomFeatureMap(parameters),
      parameters_(parameters),
      antithetic_(parameters.boolean("antithetic")),
      fit_(std::move(fit)) {}

Claims Sderf::do_map_claims() const {
  return {.unbiased = true, .nonnegative = true, .rotation_invariant = true, .fits_data = true};
}

// (I − 4𝐀)^{1/2} x is d² more; ωᵀ𝐀ω is paid once per draw.
Cost Sderf::do_cost(Index ambient_dim) const {
  Cost cost = RandomFeatureMap::do_cost(ambient_dim);
  cost.multiply_adds_per_token +=
      static_cast<double>(ambient_dim) * static_cast<double>(ambient_dim);
  return cost;
}

std::shared_ptr<const RandomFeatureMap> Sderf::do_fit(const Problem& problem) const {
  Fit fit;
  fit.vectors = mean_outer_product(problem);
  std::vector<double> eigenvalues(static_cast<std::size_t>(problem.rank()));
  symmetric_eigen(fit.vectors, eigenvalues);
  for (double& value : eigenvalues) value = std::max(value, 0.0);  // less is rounding

  const double share = antithetic_ ? two_sided_share(eigenvalues, 1.0) : 1.0;
  std::vector<double> stretch;
  for (const double value : eigenvalues) {
    const double a = best_tilt(share * value, 1.0);
    fit.tilts.push_back(a);
    stretch.push_back(1.0 + 4.0 * a);
  }
  fit.stretch = symmetric_root(fit.vectors, stretch);
  fit.root = symmetric_root(fit.vectors, fit.tilts);
  return std::make_shared<const Sderf>(parameters_, std::move(fit));
}

// Coupled directions have no closed form: the quadratic form sees which way they point.
std::optional<MapTerm> Sderf::do_term(std::span<const double> x, std::span<const double> y) const {
  const Fit& fit = fit_.value();
  std::vector<double> sum;
  for (std::size_t l = 0; l < x.size(); ++l) sum.push_back(x[l] + y[l]);
  SecondMoment moment;
  for (std::size_t l = 0; l < fit.tilts.size(); ++l) {
    const double u = dot(fit.vectors.row(static_cast<Index>(l)), sum);
    moment.add(fit.tilts[l], 1.0, u * u);
  }
  return MapTerm{tilted_law(moment, antithetic_), std::nullopt};
}

std::optional<Matrix> Sderf::do_transform(Side, ConstMatrixView rows) const {
  Matrix result(rows.rows, rows.cols);
  multiply_transposed(rows, fit_.value().stretch, result);
  return result;
}

// ωᵀ𝐀ω = −‖(−𝐀)^{1/2} ω‖²: never positive, whatever the rounding.
std::vector<double> Sderf::do_draw_statistics(const DirectionDraw& draw) const {
  Matrix rooted(draw.coordinates.rows(), draw.coordinates.cols());
  multiply_transposed(draw.coordinates, fit_.value().root, rooted);
  std::vector<double> quadratic;
  for (Index i = 0; i < rooted.rows(); ++i) quadratic.push_back(-dot(rooted.row(i), rooted.row(i)));
  return quadratic;
}

void Sderf::do_map(const Projections& projections, Side, Segment& out) const {
  double log_normaliser = 0.0;
  for (const double a : fit_.value().tilts) log_normaliser += 0.25 * std::log1p(4.0 * a);
  for (Index row = 0; row < projections.rows(); ++row)
    tilted_features(projections.row(row), 1.0, projections.draw_statistics,
                    projections.half_squared_norm(row) - log_normaliser, antithetic_,
                    feature_row(out, row));
}

}  // namespace kapprox
