// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "blocks.hpp"

#include <kapprox/linear_algebra.hpp>

#include <cmath>
#include <cstdint>
#include <utility>

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

DirectionDraw at_norms(const Matrix& rows, std::vector<double> squared_norms) {
  DirectionDraw draw;
  draw.coordinates = Matrix(static_cast<Index>(squared_norms.size()), rows.cols());
  for (Index i = 0; i < draw.coordinates.rows(); ++i) {
    const double norm = std::sqrt(squared_norms[static_cast<std::size_t>(i)]);
    for (Index j = 0; j < rows.cols(); ++j) draw.coordinates(i, j) = norm * rows(i, j);
  }
  draw.squared_norms = std::move(squared_norms);
  return draw;
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
