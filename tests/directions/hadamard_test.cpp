// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Rows of signed Hadamard products: orthogonal where d is a power of two, with repaired norms, and
// close enough to uniform directions along the axes, where one product is far off.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

TEST(Hadamard, RowsOfABlockAreOrthogonalWhereDIsAPowerOfTwo) {
  for (const Index d : {1, 2, 8, 64}) {
    const Index count = 2 * d;

    const DirectionDraw draw = shipped_directions("hadamard")->draw(Stream(3), {d, d, count});

    for (Index i = 0; i < count; ++i)
      for (Index j = (i / d) * d; j < i; ++j) {
        const double norms = std::sqrt(draw.squared_norms[static_cast<std::size_t>(i)] *
                                       draw.squared_norms[static_cast<std::size_t>(j)]);
        EXPECT_NEAR(dot(draw.coordinates.row(i), draw.coordinates.row(j)), 0.0,
                    tolerance::orthonormal * norms);
      }
  }
}

// d = 5 in blocks of 8: columns of one block, each row divided by its norm g_i in 8 dimensions, are
// orthonormal. Without g_i: Σ_i ω_ij ω_ik has mean 0 and Σ_i ω_ij² mean 8.
TEST(Hadamard, PaddedDimensionsHaveUnitVarianceAndNoCorrelation) {
  Moments square;
  Moments product;
  Moments norm;
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    const DirectionDraw draw =
        shipped_directions("hadamard")->draw(Stream(4).trial(trial), {5, 5, 8});
    double squares = 0.0;
    double products = 0.0;
    for (Index i = 0; i < 8; ++i) {
      squares += draw.coordinates(i, 1) * draw.coordinates(i, 1);
      products += draw.coordinates(i, 1) * draw.coordinates(i, 4);
    }
    square.add(squares);
    product.add(products);
    norm.add(draw.squared_norms[6]);
  }

  EXPECT_LT(std::abs(z_of_mean(square, 8.0)), tolerance::standard_errors);
  EXPECT_LT(std::abs(z_of_mean(product, 0.0)), tolerance::standard_errors);
  EXPECT_LT(std::abs(z_of_mean(norm, 5.0)), tolerance::standard_errors);
}

TEST(Hadamard, BlocksAreIndependent) {
  Moments product;
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    const DirectionDraw draw =
        shipped_directions("hadamard")->draw(Stream(5).trial(trial), {4, 4, 5});
    const double inner = dot(draw.coordinates.row(0), draw.coordinates.row(4));
    product.add(inner * inner);
  }

  EXPECT_LT(std::abs(z_of_mean(product, 4.0)), tolerance::standard_errors);
}

// The mean of exp(ω·s − s·s/2) for s = 1.5 e_1, d = 16, 2500 blocks. With one product H D_1 every
// ω·s is ±1.5 g/√16, and the mean falls from 1 to 0.84; with norms fixed at √16 it would be 0.94 of
// uniform directions.
TEST(Hadamard, AxesAreTreatedAsOtherDirections) {
  Moments moments;
  for (std::uint64_t trial = 0; trial < 2500; ++trial) {
    const DirectionDraw draw =
        shipped_directions("hadamard")->draw(Stream(6).trial(trial), {16, 16, 16});
    double sum = 0.0;
    for (Index i = 0; i < 16; ++i) sum += std::exp(1.5 * draw.coordinates(i, 0) - 1.125);
    moments.add(sum / 16.0);
  }

  EXPECT_LT(std::abs(z_of_mean(moments, 1.0)), tolerance::standard_errors);
  EXPECT_LT(tolerance::standard_errors * moments.mean_standard_error(), 0.06);
}

}  // namespace
}  // namespace kapprox
