// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the wrong plugins with a life cycle of their own share: positive features of given
// directions.
#pragma once

#include <kapprox/plugin.hpp>

namespace kapprox {

inline Matrix normal_directions(const Stream& stream, Index count, Index rank) {
  Matrix directions(count, rank);
  stream.fill_normals(directions);
  return directions;
}

// exp(ω_i·x − ‖x‖²/2)/√m of every row x.
inline FeatureBlock positive_features(ConstMatrixView rows, const Matrix& directions) {
  Matrix products(rows.rows, directions.rows());
  multiply_transposed(rows, directions, products);
  FeatureBlock block;
  block.segments.push_back(Segment::zeros(rows.rows, directions.rows()));
  for (Index i = 0; i < rows.rows; ++i)
    exp_shifted(products.row(i), 0.5 * dot(rows.row(i), rows.row(i)), directions.rows(),
                feature_row(block.segments.front(), i));
  return block;
}

constexpr Index few_directions = 6;

// A feature map of positive features whose sample is S(stream, rank).
template <class S>
class PositiveMethod : public FeatureMap {
  class Prepared final : public PreparedKernel {
   public:
    explicit Prepared(Index rank) : rank_(rank) {}

   private:
    std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
      return std::make_unique<S>(stream, rank_);
    }
    Index rank_;
  };

  Claims do_claims() const override {
    return {.random = true, .unbiased = true, .nonnegative = true, .rotation_invariant = true};
  }
  Cost do_cost(Index) const override { return {few_directions, few_directions, 0.0}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    return std::make_unique<Prepared>(problem.rank());
  }
};

}  // namespace kapprox
