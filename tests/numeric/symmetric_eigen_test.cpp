// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Eigenvalues and eigenvectors of symmetric matrices: by hand, by a closed form, by what defines
// them, and where eigenvalues are equal or zero.
#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/linear_algebra.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

struct Eigen {
  std::vector<double> values;
  Matrix vectors;  // one per row
};

Eigen eigen_of(Matrix a) {
  std::vector<double> values(static_cast<std::size_t>(a.rows()));
  symmetric_eigen(a, values);
  return {values, a};
}

// G Gᵀ for a normal r × rank matrix G: positive semidefinite, of that rank.
Matrix gram(Index r, Index rank) {
  Matrix factors(r, rank);
  Stream(17).at(static_cast<std::uint64_t>(r)).fill_normals(factors);
  Matrix a(r, r);
  multiply_transposed(factors, factors, a);
  return a;
}

double norm_of(const Matrix& a) { return std::sqrt(dot(a.values(), a.values())); }

void expect_decomposition(const Matrix& a, const Eigen& eigen) {
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.rows(); ++j) {
      double sum = 0.0;
      for (Index l = 0; l < a.rows(); ++l)
        sum +=
            eigen.vectors(l, i) * eigen.values[static_cast<std::size_t>(l)] * eigen.vectors(l, j);
      ASSERT_NEAR(sum, a(i, j), tolerance::eigen * norm_of(a)) << a.rows();
      ASSERT_NEAR(dot(eigen.vectors.row(i), eigen.vectors.row(j)), i == j ? 1.0 : 0.0,
                  tolerance::eigen);
    }
  for (std::size_t l = 1; l < eigen.values.size(); ++l)
    EXPECT_GE(eigen.values[l - 1], eigen.values[l]);
}

TEST(SymmetricEigen, AgreesWithTwoByTwoByHand) {
  Matrix a(2, 2);
  a(0, 0) = 2.0, a(0, 1) = a(1, 0) = -1.0, a(1, 1) = 2.0;

  const Eigen eigen = eigen_of(a);

  EXPECT_NEAR(eigen.values[0], 3.0, tolerance::eigen);
  EXPECT_NEAR(eigen.values[1], 1.0, tolerance::eigen);
  const double half = std::sqrt(0.5);
  EXPECT_NEAR(std::abs(eigen.vectors(0, 0)), half, tolerance::eigen);
  EXPECT_NEAR(eigen.vectors(0, 0) * eigen.vectors(0, 1), -0.5, tolerance::eigen);
  EXPECT_NEAR(eigen.vectors(1, 0), half, tolerance::eigen);
  EXPECT_NEAR(eigen.vectors(1, 1), half, tolerance::eigen);
}

// The second difference on r points has the eigenvalues 2 − 2 cos(kπ/(r + 1)).
TEST(SymmetricEigen, AgreesWithTheClosedFormOfTheSecondDifference) {
  constexpr Index r = 65;
  Matrix a(r, r);
  for (Index i = 0; i < r; ++i) {
    a(i, i) = 2.0;
    if (i + 1 < r) a(i, i + 1) = a(i + 1, i) = -1.0;
  }

  const Eigen eigen = eigen_of(a);

  for (Index l = 0; l < r; ++l) {
    const double angle = std::numbers::pi * static_cast<double>(r - l) / (r + 1.0);
    EXPECT_NEAR(eigen.values[static_cast<std::size_t>(l)], 2.0 - 2.0 * std::cos(angle),
                tolerance::eigen * norm_of(a));
  }
  expect_decomposition(a, eigen);
}

TEST(SymmetricEigen, RebuildsMatricesOfAnyRank) {
  for (const Index r : {1, 2, 3, 16, 40})
    for (const Index rank : {Index{1}, (r + 1) / 2, r}) {
      const Matrix a = gram(r, rank);

      const Eigen eigen = eigen_of(a);

      expect_decomposition(a, eigen);
      for (Index l = rank; l < r; ++l)
        EXPECT_NEAR(eigen.values[static_cast<std::size_t>(l)], 0.0, tolerance::eigen * norm_of(a));
    }
}

TEST(SymmetricEigen, TakesEqualAndZeroEigenvalues) {
  Matrix same(5, 5);
  for (Index i = 0; i < 5; ++i) same(i, i) = 3.0;
  const Matrix zero(4, 4);

  const Eigen of_same = eigen_of(same);
  const Eigen of_zero = eigen_of(zero);

  EXPECT_EQ(of_same.values, std::vector<double>(5, 3.0));
  EXPECT_EQ(of_zero.values, std::vector<double>(4, 0.0));
  expect_decomposition(same, of_same);
  expect_decomposition(zero, of_zero);
}

TEST(SymmetricEigen, MakesTheLargestEntryOfEachVectorPositive) {
  const Eigen eigen = eigen_of(gram(12, 12));

  for (Index l = 0; l < 12; ++l) {
    double largest = 0.0;
    for (const double value : eigen.vectors.row(l))
      if (std::abs(value) > std::abs(largest)) largest = value;
    EXPECT_GT(largest, 0.0);
  }
}

TEST(SymmetricEigen, ScalesWithTheMatrix) {
  const Matrix a = gram(6, 6);
  for (const double factor : {0x1p-300, 0x1p300}) {
    Matrix scaled = a;
    for (double& value : scaled.values()) value *= factor;

    const Eigen eigen = eigen_of(scaled);

    for (std::size_t l = 0; l < 6; ++l)
      EXPECT_NEAR(eigen.values[l] / factor, eigen_of(a).values[l], tolerance::eigen * norm_of(a));
  }
}

TEST(SymmetricEigen, RefusesWhatIsNoFiniteSquareMatrix) {
  Matrix wide(2, 3);
  Matrix a(2, 2);
  std::vector<double> two(2);
  std::vector<double> three(3);

  EXPECT_THROW(symmetric_eigen(wide, two), Error);
  EXPECT_THROW(symmetric_eigen(a, three), Error);
  a(0, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(symmetric_eigen(a, two), Error);
}

}  // namespace
}  // namespace kapprox
