// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Orthogonal blocks with norms fixed at √d.
#include "blocks.hpp"
#include "fixed_norm.hpp"
#include "laws.hpp"

#include <vector>

namespace kapprox {

DirectionClaims Regularised::do_claims() const {
  return {.gaussian_marginals = false, .independent = false, .rotation_invariant = true};
}

DirectionDraw Regularised::do_draw(const Stream& stream, const DirectionRequest& request) const {
  const auto square = static_cast<double>(request.ambient_dim);
  return at_norms(haar_blocks(stream.at("regularised"), request),
                  std::vector<double>(static_cast<std::size_t>(request.count), square));
}

std::optional<TermLaw> Regularised::do_law(const DirectionTerm& term, Index ambient_dim) const {
  return fixed_norm_law(term, ambient_dim);
}

// The same for one-sided and two-sided terms: ω_1 + ω_2 and ω_1 − ω_2 have one law.
std::optional<LogNumber> Regularised::do_coupling(const DirectionTerm& term, Index ambient_dim,
                                                  Index count) const {
  const double share = share_of_block_pairs(ambient_dim, count);
  if (share == 0.0) return LogNumber{};
  return share * fixed_norm_pair_covariance(term.s_squared, ambient_dim);
}

}  // namespace kapprox
