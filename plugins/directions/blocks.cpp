// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "blocks.hpp"

#include <kapprox/linear_algebra.hpp>

#include <cstdint>

namespace kapprox {

Matrix haar_blocks(const Stream& stream, const DirectionRequest& request) {
  const Index d = request.ambient_dim;
  const Index blocks = (request.count + d - 1) / d;
  Matrix rows(blocks * d, request.rank);
  for (Index i = 0; i < blocks; ++i) {
    const MatrixView block{rows.row(i * d).data(), d, request.rank, request.rank};
    stream.at(static_cast<std::uint64_t>(i)).fill_normals(block);
    orthonormalise_columns(block);
  }
  return rows;
}

double share_of_block_pairs(Index block, Index count) {
  const auto size = static_cast<double>(block);
  const Index blocks = count / block;
  const auto whole = static_cast<double>(blocks);
  const auto rest = static_cast<double>(count % block);
  const auto m = static_cast<double>(count);
  return (whole * size * (size - 1.0) + rest * (rest - 1.0)) / (m * m);
}

}  // namespace kapprox
