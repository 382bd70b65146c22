// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// add_weighted_rows against the chain that it promises, bit for bit.
#include <kapprox/error.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/weighted_rows.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

Matrix random_matrix(Index rows, Index cols, std::uint64_t seed) {
  Matrix matrix(rows, cols);
  Stream(seed).fill_normals(matrix);
  return matrix;
}

// Runs of every kind: all, none, overlapping, apart.
std::vector<KeyRange> various_runs(Index count, Index rows) {
  std::vector<KeyRange> runs;
  for (Index i = 0; i < count; ++i) {
    if (i % 5 == 1)
      runs.push_back({0, 0});
    else if (i % 5 == 2)
      runs.push_back({0, rows});
    else
      runs.push_back({(7 * i) % rows, std::min(rows, (7 * i) % rows + 1 + 3 * i)});
  }
  return runs;
}

// Numbers outside of the runs are no numbers.
Matrix poisoned(Matrix weights, const std::vector<KeyRange>& runs) {
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < weights.cols(); ++j)
      if (j < runs[static_cast<std::size_t>(i)].first ||
          j >= runs[static_cast<std::size_t>(i)].last)
        weights(i, j) = std::numeric_limits<double>::quiet_NaN();
  return weights;
}

TEST(AddWeightedRows, IsTheFusedChainOfEachRunForEveryShape) {
  for (const Index count : {1, 3, 4, 9})
    for (const Index rows : {1, 20, 300})
      for (const Index width : {1, 7, 8, 9, 16, 31, 32, 33, 70}) {
        const std::vector<KeyRange> runs = various_runs(count, rows);
        const Matrix weights = poisoned(random_matrix(count, rows, 1), runs);
        const Matrix values = random_matrix(rows, width, 2);
        Matrix out = random_matrix(count, width, 3);
        Matrix expected = out;
        for (Index i = 0; i < count; ++i)
          for (Index c = 0; c < width; ++c)
            for (Index j = runs[static_cast<std::size_t>(i)].first;
                 j < runs[static_cast<std::size_t>(i)].last; ++j)
              expected(i, c) = std::fma(weights(i, j), values(j, c), expected(i, c));

        add_weighted_rows(weights, runs, values, out);

        ASSERT_TRUE(std::equal(out.values().begin(), out.values().end(), expected.values().begin()))
            << count << " runs of " << rows << " rows of width " << width;
      }
}

TEST(AddWeightedRows, WritesOnlyItsViewAndReadsStrides) {
  const Matrix weights = random_matrix(5, 6, 1);
  const Matrix values = random_matrix(6, 12, 2);
  Matrix out(5, 12);
  const ConstMatrixView inner_values = {values.values().data() + 2, 6, 9, 12};
  const MatrixView inner_out = {out.values().data() + 2, 5, 9, 12};

  add_weighted_rows(weights, std::vector<KeyRange>(5, {0, 6}), inner_values, inner_out);

  for (Index i = 0; i < 5; ++i)
    for (Index c = 0; c < 12; ++c) {
      double expected = 0.0;
      for (Index j = 0; j < 6 && c >= 2 && c < 11; ++j)
        expected = std::fma(weights(i, j), values(j, c), expected);
      EXPECT_EQ(out(i, c), expected) << i << " " << c;
    }
}

TEST(AddWeightedRows, RefusesShapesThatDisagree) {
  const Matrix weights(2, 3);
  const Matrix values(3, 4);
  Matrix out(2, 4);
  Matrix narrow(2, 3);

  EXPECT_THROW(add_weighted_rows(weights, std::vector<KeyRange>(1), values, out), Error);
  EXPECT_THROW(add_weighted_rows(weights, std::vector<KeyRange>(2), values, narrow), Error);
  EXPECT_THROW(add_weighted_rows(values, std::vector<KeyRange>(2), values, out), Error);
}

}  // namespace
}  // namespace kapprox
