// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Both ways to a pseudo-inverse, held against what defines it: A⁺ A A⁺ = A⁺, A A⁺ A = A, and both
// products symmetric (Penrose, "A generalized inverse for matrices", 1955).
#include "attention_methods/run.hpp"
#include "iterated_inverse.hpp"
#include "tolerances.hpp"

#include <kapprox/exact_attention.hpp>
#include <kapprox/linear_algebra.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix out(a.rows(), b.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.cols(); ++j)
      for (Index k = 0; k < a.cols(); ++k) out(i, j) += a(i, k) * b(k, j);
  return out;
}

// ‖AZ − I‖, Frobenius.
double distance_to_identity(const Matrix& a, const Matrix& z) {
  Matrix difference = product(a, z);
  for (Index i = 0; i < a.rows(); ++i) difference(i, i) -= 1.0;
  return std::sqrt(dot(difference.values(), difference.values()));
}

Matrix transposed(const Matrix& a) {
  Matrix out(a.cols(), a.rows());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j) out(j, i) = a(i, j);
  return out;
}

// A softmax matrix of n random landmarks.
Matrix softmax_matrix(Index n, double std) {
  const Head head(n, n, 16, 1, std);
  return exact_weights(head.problem(), {});
}

TEST(PseudoInverse, TwoByTwoByHand) {
  Matrix a(2, 2);
  a(0, 0) = 1.0;
  a(0, 1) = 2.0;
  a(1, 0) = 3.0;
  a(1, 1) = 4.0;

  const Matrix z = pseudo_inverse(a);

  EXPECT_NEAR(z(0, 0), -2.0, tolerance::pseudo_inverse);
  EXPECT_NEAR(z(0, 1), 1.0, tolerance::pseudo_inverse);
  EXPECT_NEAR(z(1, 0), 1.5, tolerance::pseudo_inverse);
  EXPECT_NEAR(z(1, 1), -0.5, tolerance::pseudo_inverse);
}

TEST(PseudoInverse, OfARankOneMatrixIsItsTransposeOverItsSquare) {
  Matrix a(3, 3);
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j) a(i, j) = static_cast<double>((i + 1) * (j + 2));
  const double square = dot(a.values(), a.values());

  const Matrix z = pseudo_inverse(a);

  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j) EXPECT_NEAR(z(i, j), a(j, i) / square, tolerance::pseudo_inverse);
}

TEST(PseudoInverse, MeetsPenrosesConditions) {
  for (const Index n : {1, 5, 16, 33}) {
    SCOPED_TRACE(n);
    Matrix a = softmax_matrix(n, 1.0);
    if (n == 33)  // two equal rows: singular
      for (Index j = 0; j < n; ++j) a(7, j) = a(20, j);

    const Matrix z = pseudo_inverse(a);

    const double size = std::sqrt(dot(z.values(), z.values()));
    const Matrix a_z = product(a, z);
    const Matrix z_a = product(z, a);
    EXPECT_LT(largest_difference(product(a_z, a), a), tolerance::pseudo_inverse * size);
    EXPECT_LT(largest_difference(product(z_a, z), z), tolerance::pseudo_inverse * size * size);
    EXPECT_LT(largest_difference(a_z, transposed(a_z)), tolerance::pseudo_inverse * size);
    EXPECT_LT(largest_difference(z_a, transposed(z_a)), tolerance::pseudo_inverse * size);
  }
}

// A = (3, 4): A⁺ is its column over 25, and the other way round.
TEST(PseudoInverse, OfARowAndOfAColumn) {
  Matrix row(1, 2);
  row(0, 0) = 3.0;
  row(0, 1) = 4.0;

  const Matrix column = pseudo_inverse(row);
  const Matrix back = pseudo_inverse(column);

  EXPECT_EQ(column.rows(), 2);
  EXPECT_NEAR(column(0, 0), 0.12, tolerance::pseudo_inverse);
  EXPECT_NEAR(column(1, 0), 0.16, tolerance::pseudo_inverse);
  EXPECT_NEAR(back(0, 0), 3.0, 8.0 * tolerance::pseudo_inverse);
  EXPECT_NEAR(back(0, 1), 4.0, 8.0 * tolerance::pseudo_inverse);
}

TEST(PseudoInverse, OfZerosIsZerosAndOfWhatIsNotFiniteAnError) {
  Matrix a(2, 3);

  const Matrix zeros = pseudo_inverse(a);

  EXPECT_EQ(zeros.rows(), 3);
  for (const double value : zeros.values()) EXPECT_EQ(value, 0.0);
  a(1, 1) = std::nan("");
  EXPECT_THROW(pseudo_inverse(a), Error);
}

// The common default of 6 steps: docs/methods/attention.md.
TEST(PseudoInverse, SixStepsOfTheIterationAreNotEnoughTwelveAre) {
  const Matrix a = softmax_matrix(16, 0.7);

  const double six = distance_to_identity(a, iterated_inverse(a, 6));
  const double twelve = distance_to_identity(a, iterated_inverse(a, 12));

  EXPECT_GT(six, 0.5);
  EXPECT_LT(twelve, 1e-10);
  EXPECT_LT(largest_difference(iterated_inverse(a, 14), pseudo_inverse(a)), 1e-10);
}

// The first step by hand: a = 2 has Z_0 = 1/2, which is the inverse already.
TEST(PseudoInverse, TheInverseOfANumberIsAFixedPointOfTheIteration) {
  Matrix a(1, 1);
  a(0, 0) = 2.0;

  EXPECT_EQ(iterated_inverse(a, 0)(0, 0), 0.5);
  EXPECT_EQ(iterated_inverse(a, 3)(0, 0), 0.5);
}

}  // namespace
}  // namespace kapprox
