// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "attention_methods/run.hpp"
#include "message_of.hpp"
#include "tolerances.hpp"

#include <kapprox/exact_attention.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace kapprox {
namespace {

MethodSpec nystrom(std::int64_t landmarks, std::int64_t iterations = 0) {
  return {"nystrom", {{"landmarks", landmarks}, {"iterations", iterations}}};
}

TEST(Nystrom, WithEveryRowALandmarkIsExact) {
  for (const Index n : {1, 7, 40}) {
    const Head head(n, n, 5, 3, 0.8);

    const AttentionOutput out = output_of(nystrom(1000), head);

    EXPECT_LT(largest_difference(out.rows, output_of({"exact", {}}, head).rows),
              tolerance::nystrom_exact)
        << n;
  }
}

TEST(Nystrom, WithEveryKeyThatIsSeenALandmarkIsExact) {
  const Head head(26, 40, 5, 3, 0.8);  // 26 keys are seen
  const Head square(26, 40, 5, 3, 0.8);
  const Mask mask = keys_mask(40);

  const AttentionOutput out = output_of(nystrom(26), square, mask);

  EXPECT_LT(largest_difference(out.rows, output_of({"exact", {}}, head, mask).rows),
            tolerance::nystrom_exact);
}

// One landmark: A = F = 1, and every row is exact attention of the mean query.
TEST(Nystrom, OneLandmarkIsAttentionOfTheMeanQuery) {
  const Head head(20, 30, 5, 3, 0.8);
  Head mean = head;
  mean.queries = Matrix(1, 5);
  for (Index k = 0; k < 5; ++k) {
    double sum = 0.0;
    for (Index i = 0; i < 20; ++i) sum += head.queries(i, k);
    mean.queries(0, k) = sum / 20.0;
  }
  const AttentionOutput expected = output_of({"exact", {}}, mean);

  const AttentionOutput out = output_of(nystrom(1), head);

  for (Index i = 0; i < 20; ++i)
    for (Index c = 0; c < 3; ++c)
      EXPECT_NEAR(out.rows(i, c), expected.rows(0, c), tolerance::attention_row);
}

// 7 queries and 10 keys in 3 segments: 2 + 2 + 3 and 3 + 3 + 4; F, A, B and A⁻¹ by plain loops.
TEST(Nystrom, EqualsItsFormulaWithThreeLandmarks) {
  const Head head(7, 10, 4, 2, 0.7);
  Head landmarks(3, 3, 4, 1, 1.0);
  const Index query_ends[] = {0, 2, 4, 7};
  const Index key_ends[] = {0, 3, 6, 10};
  for (Index s = 0; s < 3; ++s)
    for (Index k = 0; k < 4; ++k) {
      double sum = 0.0;
      for (Index i = query_ends[s]; i < query_ends[s + 1]; ++i) sum += head.queries(i, k);
      landmarks.queries(s, k) = sum / static_cast<double>(query_ends[s + 1] - query_ends[s]);
      sum = 0.0;
      for (Index j = key_ends[s]; j < key_ends[s + 1]; ++j) sum += head.keys(j, k);
      landmarks.keys(s, k) = sum / static_cast<double>(key_ends[s + 1] - key_ends[s]);
    }
  const Matrix f = exact_weights({head.queries, landmarks.keys, {}, 4}, {});
  const Matrix a = exact_weights({landmarks.queries, landmarks.keys, {}, 4}, {});
  const Matrix b = exact_weights({landmarks.queries, head.keys, {}, 4}, {});

  const Matrix weights = weights_of(nystrom(3), head);

  // F A⁻¹ B is the matrix X with (X B⁻¹…): solve A Y = B by Cramer's rule, column by column.
  const auto determinant = [](const Matrix& m) {
    return m(0, 0) * (m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1)) -
           m(0, 1) * (m(1, 0) * m(2, 2) - m(1, 2) * m(2, 0)) +
           m(0, 2) * (m(1, 0) * m(2, 1) - m(1, 1) * m(2, 0));
  };
  for (Index j = 0; j < 10; ++j) {
    double y[3];
    for (Index l = 0; l < 3; ++l) {
      Matrix replaced = a;
      for (Index i = 0; i < 3; ++i) replaced(i, l) = b(i, j);
      y[l] = determinant(replaced) / determinant(a);
    }
    for (Index i = 0; i < 7; ++i)
      EXPECT_NEAR(weights(i, j), f(i, 0) * y[0] + f(i, 1) * y[1] + f(i, 2) * y[2],
                  tolerance::nystrom_formula);
  }
}

// Rows of A⁺ sum to 1 as those of A do, where A has full rank; six steps are not there yet.
TEST(Nystrom, SixIterationsAreNotThePseudoInverse) {
  const Head head(64, 64, 16, 3, 0.7);
  const Matrix converged = weights_of(nystrom(16), head);
  const Matrix six = weights_of(nystrom(16, 6), head);
  const Matrix thirty = weights_of(nystrom(16, 30), head);

  EXPECT_GT(largest_difference(six, converged), 1e-3);
  EXPECT_LT(largest_difference(thirty, converged), 1e-9);
  double negative = 0.0;
  for (const double weight : converged.values()) negative = std::min(negative, weight);
  EXPECT_LT(negative, 0.0);  // weights have signs
}

TEST(Nystrom, KnowsNeitherCausalOrderNorWindows) {
  const Head head(8, 8, 4, 2, 1.0);

  for (const Mask& mask : {causal_mask(), window_mask(3)})
    EXPECT_NE(message_of<Error>([&] { output_of(nystrom(2), head, mask); }).find(mask.words()),
              std::string::npos);
}

// A query that is no number spoils every landmark: every row is then the mean of the values.
TEST(Nystrom, WithoutMassEveryRowIsTheMean) {
  Head head(8, 9, 4, 2, 1.0);
  const AttentionOutput mean = output_of({"average", {}}, head);
  head.keys(3, 1) = std::nan("");

  const AttentionOutput out = output_of(nystrom(2), head);

  for (Index i = 0; i < 8; ++i) {
    EXPECT_EQ(out.flags[static_cast<std::size_t>(i)], RowFlag::no_mass);
    EXPECT_NEAR(out.rows(i, 0), mean.rows(i, 0), tolerance::attention_row);
  }
}

}  // namespace
}  // namespace kapprox
