// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Coordinates in the span: inner products kept, rank counted, earlier rows untouched by later ones.
#include "numeric/span_basis.hpp"

#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

Matrix gaussian(Index rows, Index cols, std::uint64_t seed) {
  Matrix matrix(rows, cols);
  Stream(seed).fill_normals(matrix);
  return matrix;
}

ConstMatrixView first_rows(const Matrix& matrix, Index rows) {
  return {matrix.values().data(), rows, matrix.cols(), matrix.cols()};
}

void expect_same_inner_products(const Matrix& a, const Matrix& b, const Matrix& reduced_a,
                                const Matrix& reduced_b) {
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.rows(); ++j) {
      const double norms = std::sqrt(dot(a.row(i), a.row(i))) * std::sqrt(dot(b.row(j), b.row(j)));
      EXPECT_NEAR(dot(reduced_a.row(i), reduced_b.row(j)), dot(a.row(i), b.row(j)),
                  tolerance::span_inner_product * norms);
    }
}

void expect_isometric(const Matrix& queries, const Matrix& keys) {
  const SpanCoordinates span = span_coordinates(queries, keys);
  expect_same_inner_products(queries, keys, span.queries, span.keys);
  expect_same_inner_products(queries, queries, span.queries, span.queries);
  expect_same_inner_products(keys, keys, span.keys, span.keys);
}

TEST(SpanCoordinates, KeepsAllInnerProducts) {
  expect_isometric(gaussian(3, 100, 1), gaussian(5, 100, 2));
  expect_isometric(gaussian(30, 16, 1), gaussian(20, 16, 2));
  expect_isometric(gaussian(1, 1, 1), gaussian(1, 1, 2));
}

// The first rows span the space and are nearly parallel; the others then lean on that basis. One
// pass of Gram-Schmidt leaves it skew by 1e-7.
TEST(SpanCoordinates, KeepsThemBehindNearlyParallelVectors) {
  Matrix queries = gaussian(8, 6, 1);
  Matrix keys = gaussian(8, 6, 2);
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 6; ++j) {
      if (i > 0) queries(i, j) = queries(0, j) + 1e-9 * queries(i, j);
      keys(i, j) = queries(0, j) + 1e-9 * keys(i, j);
    }

  expect_isometric(queries, keys);
}

TEST(SpanCoordinates, TakesVeryLargeAndVerySmallVectors) {
  for (const double scale : {1e-200, 1e200}) {
    Matrix queries(1, 2);
    queries(0, 0) = 3.0 * scale, queries(0, 1) = 4.0 * scale;

    const SpanCoordinates span = span_coordinates(queries, Matrix(0, 2));

    EXPECT_EQ(span.rank, 1);
    EXPECT_NEAR(span.queries(0, 0) / scale, 5.0, 5.0 * tolerance::span_inner_product);
  }
}

TEST(SpanCoordinates, CountsTheRank) {
  EXPECT_EQ(span_coordinates(gaussian(3, 64, 1), gaussian(2, 64, 2)).rank, 5);
  EXPECT_EQ(span_coordinates(gaussian(30, 8, 1), gaussian(30, 8, 2)).rank, 8);
}

TEST(SpanCoordinates, DuplicatesAndMultiplesAddNoDirection) {
  const Matrix queries = gaussian(3, 40, 1);
  Matrix keys = queries;
  for (double& value : keys.values()) value *= -0.3;

  EXPECT_EQ(span_coordinates(queries, keys).rank, 3);
}

TEST(SpanCoordinates, ZeroRowsAddNoDirectionAndStayZero) {
  Matrix queries = gaussian(3, 10, 1);
  for (double& value : queries.row(1)) value = 0.0;

  const SpanCoordinates span = span_coordinates(queries, gaussian(1, 10, 2));

  EXPECT_EQ(span.rank, 3);
  for (const double value : span.queries.row(1)) EXPECT_EQ(value, 0.0);
}

TEST(SpanCoordinates, RankIsAtLeastOne) {
  const SpanCoordinates span = span_coordinates(Matrix(2, 10), Matrix(1, 10));

  EXPECT_EQ(span.rank, 1);
  EXPECT_EQ(span.queries.cols(), 1);
  EXPECT_EQ(span.queries(1, 0), 0.0);
}

TEST(SpanCoordinates, MoreRowsLeaveEarlierCoordinatesBitEqual) {
  const Matrix queries = gaussian(9, 30, 1);
  const Matrix keys = gaussian(9, 30, 2);
  const SpanCoordinates all = span_coordinates(queries, keys);

  const SpanCoordinates some = span_coordinates(first_rows(queries, 4), first_rows(keys, 4));

  EXPECT_EQ(some.rank, 8);
  EXPECT_EQ(all.rank, 18);
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < all.rank; ++j) {
      EXPECT_EQ(all.queries(i, j), j < some.rank ? some.queries(i, j) : 0.0);
      EXPECT_EQ(all.keys(i, j), j < some.rank ? some.keys(i, j) : 0.0);
    }
}

TEST(SpanCoordinates, OrderIsFirstQueryFirstKeySecondQuery) {
  const SpanCoordinates span = span_coordinates(gaussian(2, 30, 1), gaussian(1, 30, 2));

  EXPECT_EQ(span.queries(0, 1), 0.0);
  EXPECT_EQ(span.queries(0, 2), 0.0);
  EXPECT_GT(span.keys(0, 1), 0.0);
  EXPECT_EQ(span.keys(0, 2), 0.0);
  EXPECT_GT(span.queries(1, 2), 0.0);
}

TEST(SpanCoordinates, RefusesWidthsThatDisagree) {
  EXPECT_THROW(span_coordinates(Matrix(1, 3), Matrix(1, 4)), Error);
  EXPECT_THROW(span_coordinates(Matrix(1, 0), Matrix(1, 0)), Error);
}

}  // namespace
}  // namespace kapprox
