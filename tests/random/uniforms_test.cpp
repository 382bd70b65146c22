// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The law of the uniforms: an open interval, flat, independent. 160 000 repeats, fixed seed.
#include "kolmogorov_smirnov.hpp"
#include "random/samples.hpp"
#include "tolerances.hpp"

#include <kapprox/stream.hpp>

#include <cmath>
#include <vector>

#include <Random123/philox.h>
#include <gtest/gtest.h>

namespace kapprox {
namespace {

const Stream root = Stream(20260103).at("uniforms");

std::vector<double> sample(Index column, std::uint64_t trial_shift = 0) {
  std::vector<double> values;
  Matrix u(1000, 4);
  for (std::uint64_t trial = 0; trial < 160; ++trial) {
    root.trial(trial + trial_shift).fill_uniforms(u);
    for (Index i = 0; i < u.rows(); ++i) values.push_back(u(i, column));
  }
  return values;
}

TEST(Uniforms, AreOddMultiplesOfTwoToTheMinus53FromTheirBlock) {
  const Stream stream = root.trial(4);
  Matrix u(20, 6);

  stream.fill_uniforms(u);

  const philox4x32_key_t key = {
      {static_cast<std::uint32_t>(stream.key()), static_cast<std::uint32_t>(stream.key() >> 32)}};
  for (Index i = 0; i < u.rows(); ++i)
    for (Index j = 0; j < u.cols(); ++j) {
      const philox4x32_ctr_t counter = {
          {static_cast<std::uint32_t>(j / 2), static_cast<std::uint32_t>(i), 4U, 0U}};
      const philox4x32_ctr_t w = philox4x32(counter, key);
      const std::size_t half = static_cast<std::size_t>(j % 2);
      const std::uint64_t word = std::uint64_t{w.v[2 * half + 1]} << 32 | w.v[2 * half];
      EXPECT_EQ(u(i, j), (static_cast<double>(word >> 12) * 2.0 + 1.0) * 0x1p-53);
    }
}

TEST(Uniforms, LieStrictlyBetweenZeroAndOne) {
  for (const double u : sample(0)) {
    ASSERT_GT(u, 0.0);
    ASSERT_LT(u, 1.0);
  }
}

TEST(Uniforms, AreFlat) {
  for (const Index column : {0, 1, 3})
    EXPECT_LT(kolmogorov_smirnov(sample(column), [](double u) { return u; }),
              tolerance::kolmogorov_smirnov)
        << column;
}

TEST(Uniforms, AreIndependentBetweenColumnsAndTrials) {
  const auto value = [](double u) { return u; };
  const std::vector<double> u = sample(0);

  for (const std::vector<double>& other : {sample(1), sample(2), sample(0, 1)})
    EXPECT_LT(std::abs(correlation_errors(u, other, value, 0.5, 1.0 / 12.0)),
              tolerance::standard_errors);
}

}  // namespace
}  // namespace kapprox
