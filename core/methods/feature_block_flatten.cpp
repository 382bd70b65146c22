// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Multiplies tensor segments out into plain features, ξ⊗φ with φ running fastest, and brings the
// segments of each row to one log-scale. A coefficient c = numerator / divisor goes into both
// sides as √|c|, its sign into the signature.
#include <kapprox/feature_block.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

// One ξ_w ⊗ φ of a segment; without weights ξ_w is 1.
struct Piece {
  const Segment& segment;
  const WeightFactor* weight;
  Index column;  // of the weight
  double root;   // √|c|
  double sign;

  double weight_value(Index row) const {
    return weight == nullptr ? 1.0 : root * weight->values(row, column);
  }
};

std::vector<Piece> pieces_of(const FeatureBlock& block) {
  std::vector<Piece> pieces;
  for (const Segment& segment : block.segments) {
    if (segment.weights.empty()) pieces.push_back({segment, nullptr, 0, 1.0, segment.sign});
    for (const WeightFactor& weight : segment.weights) {
      const double coefficient = weight.numerator / weight.divisor;
      const double root = std::sqrt(std::abs(coefficient));
      const double sign = coefficient < 0.0 ? -segment.sign : segment.sign;
      for (Index w = 0; w < weight.values.cols(); ++w)
        pieces.push_back({segment, &weight, w, root, sign});
    }
  }
  return pieces;
}

double largest_size(std::span<const double> values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

// Logarithm of the largest feature of a row: there the flat values reach size 1. A row of zeros
// has none and keeps the scale 0.
double row_scale(const std::vector<Piece>& pieces, Index row) {
  double scale = -std::numeric_limits<double>::infinity();
  for (const Piece& piece : pieces) {
    const double size =
        std::abs(piece.weight_value(row)) * largest_size(piece.segment.values.row(row));
    const double log_scale = piece.segment.log_scale[static_cast<std::size_t>(row)];
    if (size > 0.0) scale = std::max(scale, log_scale + std::log(size));
  }
  return std::isinf(scale) ? 0.0 : scale;
}

}  // namespace

FlatFeatures flatten(const FeatureBlock& block) {
  block.check();
  const std::vector<Piece> pieces = pieces_of(block);
  FlatFeatures flat;
  flat.values = Matrix(block.rows(), block.feature_dim());
  for (const Piece& piece : pieces)
    flat.signature.insert(flat.signature.end(),
                          static_cast<std::size_t>(piece.segment.values.cols()), piece.sign);

  for (Index row = 0; row < block.rows(); ++row) {
    const double scale = row_scale(pieces, row);
    flat.log_scale.push_back(scale);
    auto out = flat.values.row(row).begin();
    for (const Piece& piece : pieces) {
      const double log_scale = piece.segment.log_scale[static_cast<std::size_t>(row)];
      const double factor = piece.weight_value(row) * std::exp(log_scale - scale);
      for (const double value : piece.segment.values.row(row)) *out++ = factor * value;
    }
  }
  return flat;
}

}  // namespace kapprox
