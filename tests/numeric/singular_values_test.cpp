// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include <kapprox/error.hpp>
#include <kapprox/linear_algebra.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tolerances.hpp"

namespace kapprox {
namespace {

Matrix normals(Index rows, Index cols, std::uint64_t seed) {
  Matrix a(rows, cols);
  Stream(seed).fill_normals(a);
  return a;
}

Matrix orthonormal(Index rows, Index cols, std::uint64_t seed) {
  Matrix a = normals(rows, cols, seed);
  orthonormalise_columns(a);
  return a;
}

// U diag(values) Vᵀ with random orthonormal U (rows × r) and V (cols × r).
Matrix with_values(Index rows, Index cols, const std::vector<double>& values) {
  const Index r = static_cast<Index>(values.size());
  Matrix u = orthonormal(rows, r, 1);
  const Matrix v = orthonormal(cols, r, 2);
  for (Index i = 0; i < rows; ++i)
    for (Index l = 0; l < r; ++l) u(i, l) *= values[static_cast<std::size_t>(l)];
  Matrix a(rows, cols);
  multiply_transposed(u, v, a);
  return a;
}

TEST(SingularValues, OfATwoByTwoMatrixByHand) {
  Matrix a(2, 2);
  a(0, 0) = 3.0;
  a(0, 1) = 0.0;
  a(1, 0) = 4.0;
  a(1, 1) = 5.0;  // AᵀA has the eigenvalues 45 and 5

  const std::vector<double> found = singular_values(a);

  EXPECT_NEAR(found[0], std::sqrt(45.0), tolerance::singular_value * std::sqrt(45.0));
  EXPECT_NEAR(found[1], std::sqrt(5.0), tolerance::singular_value * std::sqrt(45.0));
}

TEST(SingularValues, AreFoundForTallWideAndSquareMatrices) {
  const std::vector<double> values = {7.0, 2.0, 1.0, 1.0, 1e-3, 1e-9};
  for (const auto& [rows, cols] : {std::pair{6, 6}, {20, 6}, {6, 33}}) {
    const std::vector<double> found = singular_values(with_values(rows, cols, values));

    ASSERT_EQ(found.size(), 6U);
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(found[i], values[i], tolerance::singular_value * 7.0) << i;
  }
}

TEST(SingularValues, OfLowRankFallToRounding) {
  const std::vector<double> found = singular_values(with_values(40, 50, {5.0, 4.0, 3.0}));

  EXPECT_NEAR(found[2], 3.0, tolerance::singular_value * 5.0);
  for (std::size_t i = 3; i < 40; ++i) EXPECT_LT(found[i], tolerance::singular_value * 5.0);
}

TEST(SingularValues, SquaresSumToTheFrobeniusNorm) {
  const Matrix a = normals(60, 45, 3);
  double expected = 0.0;
  for (const double x : a.values()) expected += x * x;

  double sum = 0.0;
  for (const double value : singular_values(a)) sum += value * value;

  EXPECT_NEAR(sum / expected, 1.0, tolerance::singular_value);
}

TEST(SingularValues, OfExtremeSizesStayInRange) {
  Matrix a = normals(5, 5, 4);
  const std::vector<double> plain = singular_values(a);
  for (double& x : a.values()) x *= 1e200;

  const std::vector<double> large = singular_values(a);

  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_NEAR(large[i] / 1e200, plain[i], tolerance::singular_value * plain[0]);
}

TEST(SingularValues, OfZerosAreZeroAndOfNaNRefused) {
  Matrix a(3, 4);

  EXPECT_EQ(singular_values(a), std::vector<double>(3, 0.0));
  a(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(singular_values(a), Error);
}

}  // namespace
}  // namespace kapprox
