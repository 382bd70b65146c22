// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// TensorSketch: the closed form of the variance against the sum over every hash and every sign of
// small sketches, the polynomial it estimates, and the shape of its features.
#include "sketch/sketches.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

std::shared_ptr<const FeatureMap> tensor_sketch(Index degree, Index buckets) {
  return shipped_feature_map(
      {"tensor_sketch", {{"degree", std::int64_t{degree}}, {"buckets", std::int64_t{buckets}}}});
}

// Σ over tuples of p coordinates of Π x · Π signs in the bucket Σ hashes mod B: the definition.
// choice[j·d + l] in 0 … 2B − 1 holds bucket and sign of coordinate l in factor j.
std::vector<double> sketch_by_definition(std::span<const double> x, Index p, Index buckets,
                                         const std::vector<Index>& choice) {
  const auto d = static_cast<Index>(x.size());
  std::vector<double> out(static_cast<std::size_t>(buckets));
  for (Index tuple = 0; tuple < std::lround(std::pow(double(d), double(p))); ++tuple) {
    double value = 1.0;
    Index bucket = 0;
    for (Index j = 0, rest = tuple; j < p; ++j, rest /= d) {
      const Index chosen = choice[static_cast<std::size_t>(j * d + rest % d)];
      value *= x[static_cast<std::size_t>(rest % d)] * (chosen % 2 == 0 ? 1.0 : -1.0);
      bucket += chosen / 2;
    }
    out[static_cast<std::size_t>(bucket % buckets)] += value;
  }
  return out;
}

// Variance of the sketch of degree p over all (2B)^(p d) equally likely hashes.
double variance_over_all_hashes(const Rows& rows, Index p, Index buckets) {
  std::vector<Index> choice(static_cast<std::size_t>(p * rows.dim()), 0);
  double sum = 0.0;
  double squares = 0.0;
  double count = 0.0;
  while (true) {
    const double estimate = dot(sketch_by_definition(rows.queries.row(0), p, buckets, choice),
                                sketch_by_definition(rows.keys.row(0), p, buckets, choice));
    sum += estimate;
    squares += estimate * estimate;
    count += 1.0;
    std::size_t digit = 0;
    while (digit < choice.size() && ++choice[digit] == 2 * buckets) choice[digit++] = 0;
    if (digit == choice.size()) break;
  }
  return squares / count - (sum / count) * (sum / count);
}

// (p!)² times what degree p adds to the variance.
double theory_of_degree(const Rows& rows, Index p, Index buckets) {
  const double factorial = std::tgamma(double(p) + 1.0);
  const double with = theory_of(*tensor_sketch(p, buckets), rows).variance.to_double();
  const double without = theory_of(*tensor_sketch(p - 1, buckets), rows).variance.to_double();
  return factorial * factorial * (with - without);
}

struct Small {
  Index p;
  Index buckets;
  Rows rows;
};

TEST(TensorSketch, VarianceIsTheSumOverAllHashes) {
  const Rows two({0.7, -0.4}, {0.3, 0.8});
  const Rows three({0.7, -0.4, 0.2}, {0.3, 0.8, -0.5});
  for (const Small& small :
       {Small{1, 2, three}, Small{1, 3, three}, Small{2, 2, two}, Small{2, 3, two},
        Small{2, 4, two}, Small{2, 2, three}, Small{3, 2, two}, Small{2, 1, three}}) {
    const double truth = variance_over_all_hashes(small.rows, small.p, small.buckets);

    const double found = theory_of_degree(small.rows, small.p, small.buckets);

    EXPECT_NEAR(found, truth, tolerance::closed_form) << small.p << ", " << small.buckets;
  }
}

// B · Var = c + κ e/B: c and e from B = 3 and 5, where κ = 1, foretell B = 4, where κ = 2.
TEST(TensorSketch, TheSecondOrderTermCountsTwiceForEvenNumbersOfBuckets) {
  const Rows rows({0.7, 0.4}, {0.3, 0.8});
  const double three = 3.0 * theory_of_degree(rows, 2, 3);
  const double four = 4.0 * theory_of_degree(rows, 2, 4);
  const double five = 5.0 * theory_of_degree(rows, 2, 5);

  const double e = (three - five) / (1.0 / 3.0 - 1.0 / 5.0);
  const double c = three - e / 3.0;

  EXPECT_GT(e, 0.01);
  EXPECT_NEAR(four, c + 2.0 * e / 4.0, tolerance::closed_form);
}

TEST(TensorSketch, MeanIsTheTaylorPolynomial) {
  for (const double t : {-3.0, -0.25, 0.0, 0.25, 3.0}) {
    const Rows rows({t, 0.0}, {1.0, 0.5});

    const double mean = theory_of(*tensor_sketch(3, 4), rows).mean.to_double();

    EXPECT_NEAR(mean, 1.0 + t + t * t / 2.0 + t * t * t / 6.0, 16.0 * tolerance::closed_form);
  }
}

TEST(TensorSketch, OneDimensionHasNoSpread) {
  const Rows rows({0.7}, {-0.4});

  const Theory theory = theory_of(*tensor_sketch(4, 3), rows);
  const LogNumber estimate = Draw(*tensor_sketch(4, 3), rows, Stream(1)).estimates(rows).front();

  EXPECT_NEAR(theory.variance.to_double(), 0.0, tolerance::closed_form);
  EXPECT_NEAR(estimate.to_double(), theory.mean.to_double(), tolerance::closed_form);
}

// A convolution of count sketches of one coordinate is one entry ±1, divided by √p!.
TEST(TensorSketch, AUnitVectorFillsOneBucketOfEveryDegree) {
  const Rows rows({0.0, 1.0, 0.0}, {0.0, 0.0, 1.0});
  const FeatureBlock block =
      Draw(*tensor_sketch(3, 5), rows, Stream(1)).map(Side::query, rows.queries);

  ASSERT_EQ(block.segments.size(), 4U);
  double factorial = 1.0;
  for (std::size_t p = 0; p < 4; ++p) {
    const Segment& segment = block.segments[p];
    if (p > 0) factorial *= double(p);
    double entries = 0.0;
    for (const double value : segment.values.values()) entries += std::abs(value);
    EXPECT_EQ(segment.values.cols(), p == 0 ? 1 : 5);
    EXPECT_EQ(entries, 1.0);
    EXPECT_NEAR(segment.log_scale[0], -0.5 * std::log(factorial), tolerance::closed_form);
  }
}

TEST(TensorSketch, ClaimsAndDimension) {
  const Claims claims = tensor_sketch(3, 16)->claims();
  const Claims constant = tensor_sketch(0, 16)->claims();

  EXPECT_EQ(tensor_sketch(3, 16)->cost(8).feature_dim, 49);
  EXPECT_EQ(tensor_sketch(0, 16)->cost(8).feature_dim, 1);
  EXPECT_TRUE(claims.random);
  EXPECT_FALSE(constant.random);
  EXPECT_FALSE(claims.unbiased);
  EXPECT_FALSE(claims.rotation_invariant);
  EXPECT_TRUE(claims.exact_at_zero);
}

}  // namespace
}  // namespace kapprox
