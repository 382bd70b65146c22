// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Orthogonal blocks with χ_d norms.
#include "blocks.hpp"
#include "chi_squared.hpp"
#include "laws.hpp"
#include "orthogonal_coupling.hpp"
#include "orthogonal_cross.hpp"

#include <utility>
#include <vector>

namespace kapprox {

DirectionClaims Orthogonal::do_claims() const {
  return {.gaussian_marginals = true, .independent = false, .rotation_invariant = true};
}

DirectionDraw Orthogonal::do_draw(const Stream& stream, const DirectionRequest& request) const {
  const Stream address = stream.at("orthogonal");
  std::vector<double> squared_norms(static_cast<std::size_t>(request.count), 0.0);
  add_chi_squared(address.at("norms"), request.ambient_dim, squared_norms);
  return at_norms(haar_blocks(address.at("blocks"), request), std::move(squared_norms));
}

// The same for one-sided and two-sided terms: ω_1 + ω_2 and ω_1 − ω_2 have one law.
std::optional<LogNumber> Orthogonal::do_coupling(const DirectionTerm& term, Index ambient_dim,
                                                 Index count) const {
  const double share = share_of_block_pairs(ambient_dim, count);
  if (share == 0.0) return LogNumber{};
  return share * orthogonal_pair_covariance(term.s_squared, ambient_dim);
}

std::optional<LogNumber> Orthogonal::do_cross_coupling(const DirectionTerm& a,
                                                       const DirectionTerm& b, double cosine,
                                                       Index ambient_dim, Index count) const {
  const double share = share_of_block_pairs(ambient_dim, count);
  if (share == 0.0) return LogNumber{};
  const std::optional<LogNumber> covariance =
      orthogonal_cross_covariance(a.s_squared, b.s_squared, cosine, ambient_dim);
  if (!covariance) return std::nullopt;
  return share * *covariance;
}

}  // namespace kapprox
