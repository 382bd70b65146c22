// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The Q of a thin QR decomposition, and that it is uniformly distributed.
#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/linear_algebra.hpp>
#include <kapprox/stream.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

Matrix gaussian(Index rows, Index cols, std::uint64_t trial) {
  Matrix matrix(rows, cols);
  Stream(31).trial(trial).fill_normals(matrix);
  return matrix;
}

// Σ_i a(i, first) b(i, second)
double column_product(const Matrix& a, Index first, const Matrix& b, Index second) {
  double sum = 0.0;
  for (Index i = 0; i < a.rows(); ++i) sum += a(i, first) * b(i, second);
  return sum;
}

TEST(OrthonormaliseColumns, GivesOrthonormalColumns) {
  for (const Index rows : {1, 2, 5, 16, 33, 64, 128})
    for (const Index cols : {Index{1}, Index{2}, rows / 2, rows}) {
      if (cols < 1 || cols > rows) continue;
      Matrix q = gaussian(rows, cols, 0);

      orthonormalise_columns(q);

      for (Index i = 0; i < cols; ++i)
        for (Index j = 0; j < cols; ++j)
          ASSERT_NEAR(column_product(q, i, q, j), i == j ? 1.0 : 0.0, tolerance::orthonormal)
              << rows << " × " << cols;
    }
}

TEST(OrthonormaliseColumns, LeavesATriangularFactorWithPositiveDiagonal) {
  const Matrix a = gaussian(20, 12, 1);
  Matrix q = a;

  orthonormalise_columns(q);

  for (Index i = 0; i < 12; ++i) {
    EXPECT_GT(column_product(q, i, a, i), 0.0);
    for (Index j = 0; j < i; ++j)
      EXPECT_NEAR(column_product(q, i, a, j), 0.0,
                  tolerance::orthonormal * std::sqrt(column_product(a, j, a, j)));
  }
}

TEST(OrthonormaliseColumns, AgreesWithGramSchmidtByHand) {
  Matrix a(2, 2);
  a(0, 0) = 3.0, a(1, 0) = 4.0, a(0, 1) = 1.0, a(1, 1) = 0.0;

  orthonormalise_columns(a);

  EXPECT_NEAR(a(0, 0), 0.6, tolerance::orthonormal);
  EXPECT_NEAR(a(1, 0), 0.8, tolerance::orthonormal);
  EXPECT_NEAR(a(0, 1), 0.8, tolerance::orthonormal);
  EXPECT_NEAR(a(1, 1), -0.6, tolerance::orthonormal);
}

TEST(OrthonormaliseColumns, CompletesZeroColumns) {
  Matrix a(4, 3);
  a(1, 1) = 2.0;

  orthonormalise_columns(a);

  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j)
      EXPECT_NEAR(column_product(a, i, a, j), i == j ? 1.0 : 0.0, tolerance::orthonormal);
}

TEST(OrthonormaliseColumns, WorksInsideALargerMatrix) {
  const Matrix a = gaussian(6, 3, 2);
  Matrix packed = a;
  Matrix room(6, 5);
  for (double& value : room.values()) value = -7.0;
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 3; ++j) room(i, j) = a(i, j);

  orthonormalise_columns(packed);
  orthonormalise_columns(MatrixView{room.values().data(), 6, 3, 5});

  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 3; ++j) EXPECT_EQ(room(i, j), packed(i, j));
    EXPECT_EQ(room(i, 4), -7.0);
  }
}

// Every odd function of a uniformly distributed Q has mean zero. Without the repair of R's signs
// the diagonal of Q keeps one sign and these means are far from it; even functions see nothing.
TEST(OrthonormaliseColumns, IsUniformOverOrthogonalMatrices) {
  constexpr int repeats = 4000;
  for (const Index d : {2, 4}) {
    double first = 0.0;
    double last = 0.0;
    double square = 0.0;
    for (int trial = 0; trial < repeats; ++trial) {
      Matrix q = gaussian(d, d, static_cast<std::uint64_t>(trial));
      orthonormalise_columns(q);
      first += q(0, 0) / repeats;
      last += q(d - 1, d - 1) / repeats;
      square += q(0, 0) * q(0, 0) / repeats;
    }

    // E q² = 1/d, and |q| ≤ 1 bounds the variance of q² by 1/4.
    const double standard_error = std::sqrt(1.0 / static_cast<double>(d) / repeats);
    EXPECT_LT(std::abs(first), tolerance::standard_errors * standard_error);
    EXPECT_LT(std::abs(last), tolerance::standard_errors * standard_error);
    EXPECT_LT(std::abs(square - 1.0 / static_cast<double>(d)),
              tolerance::standard_errors * 0.5 / std::sqrt(repeats));
  }
}

TEST(OrthonormaliseColumns, RefusesMoreColumnsThanRows) {
  Matrix a(2, 3);

  EXPECT_THROW(orthonormalise_columns(a), Error);
}

}  // namespace
}  // namespace kapprox
