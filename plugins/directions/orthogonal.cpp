// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Orthogonal blocks. The first r columns of a Haar matrix are the Q of a d × r normal matrix, so a
// reduced draw costs d r² instead of d³ per block.
#include "blocks.hpp"
#include "chi_squared.hpp"
#include "laws.hpp"
#include "orthogonal_coupling.hpp"
#include "orthogonal_cross.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace kapprox {

DirectionClaims Orthogonal::do_claims() const {
  return {.gaussian_marginals = true, .independent = false, .rotation_invariant = true};
}

DirectionDraw Orthogonal::do_draw(const Stream& stream, const DirectionRequest& request) const {
  const Stream address = stream.at("orthogonal");
  const Index d = request.ambient_dim;
  DirectionDraw draw;
  draw.coordinates = Matrix(request.count, request.rank);
  draw.squared_norms.assign(static_cast<std::size_t>(request.count), 0.0);
  add_chi_squared(address.at("norms"), d, draw.squared_norms);

  Matrix block(d, request.rank);
  for (Index first = 0; first < request.count; first += d) {
    address.at("blocks").at(static_cast<std::uint64_t>(first / d)).fill_normals(block);
    orthonormalise_columns(block);
    for (Index i = first; i < std::min(first + d, request.count); ++i) {
      const double norm = std::sqrt(draw.squared_norms[static_cast<std::size_t>(i)]);
      for (Index j = 0; j < request.rank; ++j) draw.coordinates(i, j) = norm * block(i - first, j);
    }
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
