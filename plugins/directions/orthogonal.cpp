// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Orthogonal blocks with χ_d norms.
#include "blocks.hpp"
#include "chi_squared.hpp"
#include "laws.hpp"
#include "orthogonal_coupling.hpp"
#include "orthogonal_cross.hpp"

#include <cmath>

namespace kapprox {

DirectionClaims Orthogonal::do_claims() const {
  return {.gaussian_marginals = true, .independent = false, .rotation_invariant = true};
}

DirectionDraw Orthogonal::do_draw(const Stream& stream, const DirectionRequest& request) const {
  const Stream address = stream.at("orthogonal");
  DirectionDraw draw;
  draw.coordinates = Matrix(request.count, request.rank);
  draw.squared_norms.assign(static_cast<std::size_t>(request.count), 0.0);
  add_chi_squared(address.at("norms"), request.ambient_dim, draw.squared_norms);

  const Matrix rows = haar_blocks(address.at("blocks"), request);
  for (Index i = 0; i < request.count; ++i) {
    const double norm = std::sqrt(draw.squared_norms[static_cast<std::size_t>(i)]);
    for (Index j = 0; j < request.rank; ++j) draw.coordinates(i, j) = norm * rows(i, j);
  }
  return draw;
}

// The same for one-sided and two-sided terms: ω_1 + ω_2 and ω_1 − ω_2 have one law.
std::optional<LogNumber> Orthogonal::do_coupling(const DirectionTerm& term, Index ambient_dim,
                                                 Index count) const {
  const double share = share_of_block_pairs(ambient_dim, count);
  if (share == 0.0) return LogNumber{};
  return orthogonal_pair_covariance(term.s_squared, ambient_dim) * LogNumber{share, 0.0};
}

std::optional<LogNumber> Orthogonal::do_cross_coupling(const DirectionTerm& a,
                                                       const DirectionTerm& b, double cosine,
                                                       Index ambient_dim, Index count) const {
  const double share = share_of_block_pairs(ambient_dim, count);
  if (share == 0.0) return LogNumber{};
  const std::optional<LogNumber> covariance =
      orthogonal_cross_covariance(a.s_squared, b.s_squared, cosine, ambient_dim);
  if (!covariance) return std::nullopt;
  return *covariance * LogNumber{share, 0.0};
}

}  // namespace kapprox
