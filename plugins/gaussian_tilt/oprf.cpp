// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "oprf.hpp"

#include "moments.hpp"
#include "tilt.hpp"

#include <cmath>
#include <vector>

namespace kapprox {

namespace {

double log_normaliser(const Oprf::Fit& fit) { return 0.25 * fit.dims * std::log1p(4.0 * fit.tilt); }

}  // namespace

void Oprf::declare(Declarations& declarations) {
  RandomFeatureMap::declare(declarations);
  declarations.boolean("antithetic", "each direction counts with both signs: D = 2m")
      .otherwise(false);
}

Oprf::Oprf(const Parameters& parameters, std::optional<Fit> fit)
    : RandomFeatureMap(parameters),
      parameters_(parameters),
      antithetic_(parameters.boolean("antithetic")),
      fit_(fit) {}

Claims Oprf::do_map_claims() const {
  return {.unbiased = true, .nonnegative = true, .rotation_invariant = true, .fits_data = true};
}

std::shared_ptr<const RandomFeatureMap> Oprf::do_fit(const Problem& problem) const {
  const double phi = mean_squared_sum(problem);
  const auto dims = static_cast<double>(problem.ambient_dim);
  const double share = antithetic_ ? two_sided_share({&phi, 1}, dims) : 1.0;
  return std::make_shared<const Oprf>(parameters_, Fit{best_tilt(share * phi, dims), dims});
}

// E[h(ω_i) h(ω_j)] does not depend on the tilt where the norms of ω_i and ω_j are independent χ_d
// numbers, independent of what couples the directions: the tilt then only rescales them.
std::optional<MapTerm> Oprf::do_term(std::span<const double> x, std::span<const double> y) const {
  const Fit& fit = fit_.value();
  double phi = 0.0;
  for (std::size_t l = 0; l < x.size(); ++l) phi += (x[l] + y[l]) * (x[l] + y[l]);
  SecondMoment moment;
  moment.add(fit.tilt, fit.dims, phi);
  return MapTerm{tilted_law(moment, antithetic_), DirectionTerm{phi, antithetic_}};
}

void Oprf::do_map(const Projections& projections, Side, Segment& out) const {
  const Fit& fit = fit_.value();
  const double stretch = std::sqrt(1.0 + 4.0 * fit.tilt);
  std::vector<double> quadratic;
  for (const double square : projections.direction_squared_norms)
    quadratic.push_back(-fit.tilt * square);
  for (Index row = 0; row < projections.rows(); ++row)
    tilted_features(projections.row(row), stretch, quadratic,
                    projections.half_squared_norm(row) - log_normaliser(fit), antithetic_,
                    feature_row(out, row));
}

}  // namespace kapprox
