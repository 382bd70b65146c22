// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "numeric/blas.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

TEST(BlasMultiplyTransposed, AgreesWithAProductByHand) {
  Matrix x(2, 2);
  x(0, 0) = 1.0, x(0, 1) = 2.0, x(1, 0) = 3.0, x(1, 1) = 4.0;
  Matrix y(1, 2);
  y(0, 0) = 5.0, y(0, 1) = 6.0;
  Matrix out(2, 1);

  blas_multiply_transposed(x, y, out);

  EXPECT_EQ(out(0, 0), 17.0);
  EXPECT_EQ(out(1, 0), 39.0);
}

TEST(BlasMultiplyTransposed, RefusesShapesThatDisagree) {
  Matrix out(2, 2);

  EXPECT_THROW(blas_multiply_transposed(Matrix(2, 3), Matrix(2, 2), out), Error);
}

TEST(BlasInfo, NamesLibraryCoreAndThreading) {
  const BlasInfo info = blas_info();

  EXPECT_EQ(info.config.rfind("OpenBLAS", 0), 0U) << info.config;
  EXPECT_FALSE(info.core.empty());
  EXPECT_TRUE(info.parallel == "sequential" || info.parallel == "pthreads" ||
              info.parallel == "openmp")
      << info.parallel;
}

}  // namespace
}  // namespace kapprox
