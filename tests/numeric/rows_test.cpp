// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Means, norms and unit rows of a matrix small enough to check by hand; and the table of log k!.
#include "tolerances.hpp"

#include <kapprox/log_factorials.hpp>
#include <kapprox/rows.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace kapprox {
namespace {

Matrix two_rows() {
  Matrix rows(2, 2);
  rows(0, 0) = 3.0;
  rows(0, 1) = -4.0;
  return rows;  // the second row is zero
}

TEST(Rows, MeanIsOverRows) {
  EXPECT_EQ(mean_row(two_rows()), std::vector<double>({1.5, -2.0}));
  EXPECT_EQ(mean_row(Matrix(0, 3)), std::vector<double>(3, 0.0));
}

TEST(Rows, NormsAndUnitRows) {
  const Matrix units = unit_rows(two_rows());

  EXPECT_EQ(row_norms(two_rows()), std::vector<double>({5.0, 0.0}));
  EXPECT_EQ(units(0, 0), 0.6);
  EXPECT_EQ(units(0, 1), -0.8);
  EXPECT_EQ(units(1, 0), 0.0);
  EXPECT_EQ(units(1, 1), 0.0);
}

TEST(LogFactorials, AreLogarithmsOfGamma) {
  const std::vector<double> table = log_factorials(20);

  ASSERT_EQ(table.size(), 21U);
  for (int k = 0; k <= 20; ++k)
    EXPECT_NEAR(table[static_cast<std::size_t>(k)], std::lgamma(k + 1.0),
                tolerance::closed_form * std::lgamma(21.0));
}

}  // namespace
}  // namespace kapprox
