// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The public calls of kernel methods check what hooks may assume.
#include "message_of.hpp"

#include <kapprox/error.hpp>
#include <kapprox/feature_map.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace kapprox {
namespace {

// A kernel of q·k itself, with features x; not rotation invariant by its own word.
class Linear final : public FeatureMap {
  class Sample final : public FeatureSample {
    FeatureBlock do_map(Side, ConstMatrixView rows) const override {
      FeatureBlock block{{Segment::zeros(rows.rows, rows.cols)}};
      for (Index i = 0; i < rows.rows; ++i)
        for (Index j = 0; j < rows.cols; ++j) block.segments[0].values(i, j) = rows(i, j);
      return block;
    }
  };
  class Prepared final : public PreparedKernel {
    std::unique_ptr<const KernelSample> do_draw(const Stream&) const override {
      return std::make_unique<Sample>();
    }
  };
  Claims do_claims() const override { return {}; }
  Cost do_cost(Index) const override { return {}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return std::make_unique<Prepared>();
  }
};

TEST(KernelMethod, EstimatesThroughFeatures) {
  Matrix queries(2, 2);
  Matrix keys(1, 2);
  queries(1, 0) = 0.5;
  queries(1, 1) = 0.25;
  keys(0, 0) = 1.0;
  keys(0, 1) = -1.0;
  const Pair pair[] = {{1, 0}};
  LogNumber estimate;
  const auto prepared = Linear().prepare({queries, keys, {}, 2});

  prepared->draw(Stream(1))->estimate(queries, keys, pair, std::span(&estimate, 1));

  EXPECT_EQ(estimate.to_double(), 0.25);
  EXPECT_FALSE(prepared->theory(queries.row(0), keys.row(0)));
}

TEST(KernelMethod, ProblemsThatDoNotFitAreRefused) {
  const Matrix two(3, 2);
  const Matrix three(3, 3);
  const Linear method;

  EXPECT_THROW(method.prepare({two, three, {}, 3}), Error);
  EXPECT_THROW(method.prepare({three, three, {}, 2}), Error);
  EXPECT_EQ(
      message_of<Error>([&] {
        method.prepare({two, two, {}, 3});
      }),
      "KernelMethod::prepare: the problem is reduced to rank 2 of 3, but must be full because "
      "this method is not rotation invariant; prepare it on the problem in its own "
      "coordinates");
}

TEST(KernelSample, WrongSizesAndPairsAreRefused) {
  const Matrix two(3, 2);
  const Matrix three(3, 3);
  const auto prepared = Linear().prepare({two, two, {}, 2});
  const auto sample = prepared->draw(Stream(1));
  const Pair inside[] = {{2, 2}};
  const Pair outside[] = {{0, 3}};
  LogNumber out[2];

  EXPECT_THROW(sample->estimate(two, three, inside, std::span(out, 1)), Error);
  EXPECT_THROW(sample->estimate(two, two, inside, std::span(out, 2)), Error);
  EXPECT_THROW(sample->estimate(two, two, outside, std::span(out, 1)), Error);
  EXPECT_THROW(prepared->theory(two.row(0), three.row(0)), Error);
}

}  // namespace
}  // namespace kapprox
