// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// multiply_transposed against a plain reference, by its own loop and by BLAS.
#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

constexpr Index largest_own = 1024;  // the widest product of the own loop; wider ones go to BLAS

Matrix random_matrix(Index rows, Index cols, std::uint64_t seed) {
  Matrix matrix(rows, cols);
  Stream(seed).fill_normals(matrix);
  return matrix;
}

// One chain of fused multiply-adds per element, in the order of k: the reference.
Matrix plain_product(ConstMatrixView x, ConstMatrixView y) {
  Matrix out(x.rows, y.rows);
  for (Index i = 0; i < x.rows; ++i)
    for (Index j = 0; j < y.rows; ++j)
      for (Index k = 0; k < x.cols; ++k) out(i, j) = std::fma(x(i, k), y(j, k), out(i, j));
  return out;
}

TEST(MultiplyTransposed, OwnLoopIsTheFusedChainForEveryShape) {
  for (const Index inner : {1, 2, 3, 17, 64})
    for (const Index n : {1, 3, 4, 5, 9})
      for (const Index m : {1, 7, 16, 31, 32, 33, 70}) {
        const Matrix x = random_matrix(n, inner, 1);
        const Matrix y = random_matrix(m, inner, 2);
        Matrix out(n, m);

        multiply_transposed(x, y, out);

        const Matrix expected = plain_product(x, y);
        ASSERT_TRUE(std::equal(out.values().begin(), out.values().end(), expected.values().begin()))
            << n << " × " << inner << ", " << m;
      }
}

TEST(MultiplyTransposed, BothPathsAreNearTheReference) {
  for (const Index inner : {largest_own, largest_own + 1}) {
    const Matrix x = random_matrix(5, inner, 1);
    const Matrix y = random_matrix(35, inner, 2);
    Matrix out(5, 35);

    multiply_transposed(x, y, out);

    for (Index i = 0; i < 5; ++i)
      for (Index j = 0; j < 35; ++j) {
        long double truth = 0.0L;
        long double size = 0.0L;
        for (Index k = 0; k < inner; ++k) {
          truth += static_cast<long double>(x(i, k)) * y(j, k);
          size += std::abs(static_cast<long double>(x(i, k)) * y(j, k));
        }
        EXPECT_LE(std::abs(out(i, j) - truth),
                  tolerance::rounding_per_term * static_cast<double>(inner) * size);
      }
  }
}

TEST(MultiplyTransposed, WritesOnlyItsViewAndReadsStrides) {
  const Matrix x = random_matrix(6, 10, 1);
  const Matrix y = random_matrix(9, 10, 2);
  const ConstMatrixView narrow_x{&x.values()[2], 6, 5, 10};
  const ConstMatrixView narrow_y{&y.values()[1], 9, 5, 10};
  Matrix room(6, 12);
  for (double& value : room.values()) value = -7.0;

  multiply_transposed(narrow_x, narrow_y, MatrixView{room.values().data(), 6, 9, 12});

  const Matrix expected = plain_product(narrow_x, narrow_y);
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 9; ++j) EXPECT_EQ(room(i, j), expected(i, j));
    for (Index j = 9; j < 12; ++j) EXPECT_EQ(room(i, j), -7.0);
  }
}

TEST(MultiplyTransposed, EmptyInnerDimensionGivesZeros) {
  Matrix out(2, 3);
  for (double& value : out.values()) value = 5.0;

  multiply_transposed(Matrix(2, 0), Matrix(3, 0), out);

  for (const double value : out.values()) EXPECT_EQ(value, 0.0);
}

TEST(MultiplyTransposed, RefusesShapesThatDisagree) {
  const Matrix x(2, 3);
  Matrix out(2, 4);

  EXPECT_THROW(multiply_transposed(x, Matrix(4, 2), out), Error);
  EXPECT_THROW(multiply_transposed(x, Matrix(5, 3), out), Error);
  EXPECT_THROW(multiply_transposed(Matrix(3, 3), Matrix(4, 3), out), Error);
}

}  // namespace
}  // namespace kapprox
