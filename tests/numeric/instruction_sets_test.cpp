// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The vector functions give equal bits with every instruction set that has fused multiply-adds.
#include "instruction_sets.hpp"
#include "base/hash.hpp"

#include <kapprox/linear_algebra.hpp>
#include <kapprox/stream.hpp>
#include <kapprox/vector_math.hpp>
#include <kapprox/weighted_rows.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

std::vector<double> arguments(double scale) {
  std::vector<double> x(4099);  // not a multiple of any vector length
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = (static_cast<double>(i) - 2000.3) * scale;
  x[7] = 0.0;
  x[8] = std::numeric_limits<double>::infinity();
  x[9] = -std::numeric_limits<double>::infinity();
  x[10] = std::numeric_limits<double>::denorm_min();
  return x;
}

// NaNs may differ in sign between instruction sets; they all mean the same.
std::string digest_of(std::vector<double> values) {
  for (double& value : values)
    if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  Digest digest;
  digest.add(values);
  return digest.hex();
}

void expect_equal_bits(const std::function<std::vector<double>()>& work) {
  const std::vector<std::string> digests =
      under_each_target<std::string>([&] { return digest_of(work()); });
  if (digests.size() < 2) GTEST_SKIP() << "this processor has fewer than two such sets";
  for (const std::string& digest : digests) EXPECT_EQ(digest, digests.front());
}

TEST(InstructionSets, AgreeOnExp) {
  expect_equal_bits([] {
    std::vector<double> x = arguments(0.4);
    vector_exp(x, x);
    return x;
  });
}

TEST(InstructionSets, AgreeOnLog) {
  expect_equal_bits([] {
    std::vector<double> x = arguments(1e-3);
    vector_log(x, x);
    return x;
  });
}

TEST(InstructionSets, AgreeOnSineAndCosine) {
  for (const double scale : {1e-3, 10.0, 1e5, 1e12})
    expect_equal_bits([scale] {
      std::vector<double> x = arguments(scale);
      std::vector<double> cosine(x.size());
      vector_sin_cos(x, x, cosine);
      x.insert(x.end(), cosine.begin(), cosine.end());
      return x;
    });
}

TEST(InstructionSets, AgreeOnDotAndMaximum) {
  expect_equal_bits([] {
    std::vector<double> x = arguments(0.1);
    x[8] = x[9] = 1.0;
    std::vector<double> result;
    for (std::size_t n = 0; n < 100; ++n) {
      const std::span<const double> part = std::span(x).first(n);
      result.push_back(dot(part, std::span(x).subspan(1000, n)));
      result.push_back(max_value(part));
    }
    return result;
  });
}

TEST(InstructionSets, AgreeOnWeightedRowsAndSumsOfExponentials) {
  expect_equal_bits([] {
    Matrix weights(9, 200);
    Matrix values(200, 45);
    Stream(1).fill_normals(weights);
    Stream(2).fill_normals(values);
    std::vector<KeyRange> runs;
    for (Index i = 0; i < 9; ++i) runs.push_back({3 * i, 100 + 11 * i});
    Matrix out(9, 45);
    add_weighted_rows(weights, runs, values, out);
    std::vector<double> result(out.values().begin(), out.values().end());
    for (std::size_t n = 0; n < 60; ++n) {
      const std::span<double> part = weights.values().subspan(n, n);
      result.push_back(exp_and_sum(part, 0.5, part));
      result.insert(result.end(), part.begin(), part.end());
    }
    return result;
  });
}

TEST(InstructionSets, AgreeOnProductsAndQr) {
  expect_equal_bits([] {
    Matrix x(13, 70);
    Matrix y(50, 70);
    Stream(1).fill_normals(x);
    Stream(2).fill_normals(y);
    Matrix out(13, 50);
    multiply_transposed(x, y, out);
    Matrix q(50, 13);
    Stream(3).fill_normals(q);
    orthonormalise_columns(q);
    std::vector<double> result(out.values().begin(), out.values().end());
    result.insert(result.end(), q.values().begin(), q.values().end());
    return result;
  });
}

}  // namespace
}  // namespace kapprox
