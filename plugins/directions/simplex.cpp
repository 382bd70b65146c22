// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Simplex blocks. Corner i < d of the simplex is
//
//   σ_i = √(d/(d−1)) e_i − (√d + 1)/(d−1)^(3/2) (1, …, 1, 0),   σ_d = (1, …, 1, 0)/√(d−1),
//
// so Rᵀ σ_i is a row of R less a common vector: 2 r numbers per direction beside the Haar block.
#include "blocks.hpp"
#include "chi_squared.hpp"
#include "laws.hpp"
#include "simplex_coupling.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace kapprox {

namespace {

// Overwrites the d ≥ 2 rows of an orthonormal block with unit vectors to the corners.
void to_corners(MatrixView block) {
  const auto d = static_cast<double>(block.rows);
  std::vector<double> sum(static_cast<std::size_t>(block.cols), 0.0);
  for (Index i = 0; i + 1 < block.rows; ++i)
    for (Index j = 0; j < block.cols; ++j) sum[static_cast<std::size_t>(j)] += block(i, j);

  const double of_row = std::sqrt(d / (d - 1.0));
  const double of_sum = (std::sqrt(d) + 1.0) / ((d - 1.0) * std::sqrt(d - 1.0));
  for (Index i = 0; i < block.rows; ++i)
    for (Index j = 0; j < block.cols; ++j) {
      const double common = sum[static_cast<std::size_t>(j)];
      block(i, j) =
          i + 1 < block.rows ? of_row * block(i, j) - of_sum * common : common / std::sqrt(d - 1.0);
    }
}

}  // namespace

DirectionClaims Simplex::do_claims() const {
  return {.gaussian_marginals = true, .independent = false, .rotation_invariant = true};
}

DirectionDraw Simplex::do_draw(const Stream& stream, const DirectionRequest& request) const {
  const Stream address = stream.at("simplex");
  const Index d = request.ambient_dim;
  std::vector<double> squared_norms(static_cast<std::size_t>(request.count), 0.0);
  add_chi_squared(address.at("norms"), d, squared_norms);

  Matrix rows = haar_blocks(address.at("blocks"), request);
  // In one dimension a Haar block is a random sign.
  for (Index first = 0; d > 1 && first < rows.rows(); first += d)
    to_corners({rows.row(first).data(), d, request.rank, request.rank});
  return at_norms(rows, std::move(squared_norms));
}

std::optional<LogNumber> Simplex::do_coupling(const DirectionTerm& term, Index ambient_dim,
                                              Index count) const {
  const double share = share_of_block_pairs(ambient_dim, count);
  if (share == 0.0) return LogNumber{};
  const std::optional<LogNumber> covariance = simplex_pair_covariance(term, ambient_dim);
  if (!covariance) return std::nullopt;
  return share * *covariance;
}

}  // namespace kapprox
