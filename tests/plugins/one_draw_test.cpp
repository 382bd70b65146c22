// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One draw serves queries and keys, old inputs and new ones: a sample is a pure function of its
// address. Reports: lucidrains/performer-pytorch#10, idiap/fast-transformers PR #49.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

namespace kapprox {
namespace {

// Positive features that draw inside map, each side from an address of its own.
class DrawsInMap final : public FeatureMap {
  static constexpr Index count = 64;

  class Sample final : public FeatureSample {
   public:
    explicit Sample(const Stream& stream) : stream_(stream) {}

   private:
    FeatureBlock do_map(Side side, ConstMatrixView rows) const override {
      const DirectionDraw draw = shipped_directions("iid")->draw(
          stream_.at(side == Side::query ? "query" : "key"), {rows.cols, rows.cols, count});
      Matrix products(rows.rows, count);
      multiply_transposed(rows, draw.coordinates, products);
      FeatureBlock block;
      block.segments.push_back(Segment::zeros(rows.rows, count));
      for (Index i = 0; i < rows.rows; ++i)
        exp_shifted(products.row(i), 0.5 * dot(rows.row(i), rows.row(i)), count,
                    feature_row(block.segments[0], i));
      return block;
    }
    Stream stream_;
  };

  class Prepared final : public PreparedKernel {
    std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
      return std::make_unique<Sample>(stream);
    }
  };

  Claims do_claims() const override { return {.random = true, .unbiased = true}; }
  Cost do_cost(Index) const override { return {}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return std::make_unique<Prepared>();
  }
};

// What is wrong with how a method that claims to be unbiased draws; "" if nothing. Features from
// separate draws give exp(0) times something of the norms instead of exp(q·k): a bias at every
// pair that is not orthogonal. 2000 draws at norm 0.5.
std::string fault_of_draws(const KernelMethod& method) {
  const Plane plane(4, 4, 0.5, {0.2, 2.8});
  const auto prepared = method.prepare(plane.problem());
  for (const Moments& moments : relative_moments(*prepared, plane, Stream(31), 2000))
    if (std::abs(z_of_mean(moments, 1.0)) > tolerance::standard_errors)
      return "queries and keys did not share one draw";
  return "";
}

class Maps : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, Maps, testing::Values("trig", "positive", "hyperbolic"));

bool same_bytes(const FeatureBlock& a, const FeatureBlock& b) {
  const Segment& one = a.segments.front();
  const Segment& two = b.segments.front();
  return std::equal(one.values.values().begin(), one.values.values().end(),
                    two.values.values().begin(), two.values.values().end()) &&
         one.log_scale == two.log_scale;
}

FeatureBlock features(const KernelSample& sample, Side side, ConstMatrixView rows) {
  return dynamic_cast<const FeatureSample&>(sample).map(side, rows);
}

TEST_P(Maps, DrawingAgainFromTheAddressGivesTheSameBytes) {
  const Plane old_inputs(8, 2, 0.5, {0.1, 1.0, 3.0});
  const Plane new_inputs(8, 2, 1.5, {0.7});
  const auto address = [] { return Stream(77).at("problem").trial(5); };
  const auto first = shipped_map(GetParam(), 30, "orthogonal")->prepare(old_inputs.problem());
  const FeatureBlock before = features(*first->draw(address()), Side::query, old_inputs.queries);

  const auto second = shipped_map(GetParam(), 30, "orthogonal")->prepare(old_inputs.problem());
  const auto sample = second->draw(address());
  const FeatureBlock of_new_inputs = features(*sample, Side::query, new_inputs.queries);
  const FeatureBlock after = features(*sample, Side::query, old_inputs.queries);

  EXPECT_TRUE(same_bytes(before, after));
  EXPECT_EQ(of_new_inputs.rows(), 1);
}

TEST_P(Maps, OneSampleAnswersTheSameEachTime) {
  const Plane plane(8, 2, 0.5, {0.1, 1.0, 3.0});
  const auto prepared = shipped_map(GetParam(), 30)->prepare(plane.problem());
  const auto sample = prepared->draw(Stream(1));

  const FeatureBlock once = features(*sample, Side::key, plane.keys);
  const FeatureBlock again = features(*sample, Side::key, plane.keys);

  EXPECT_TRUE(same_bytes(once, again));
}

TEST_P(Maps, ShareOneDrawBetweenQueriesAndKeys) {
  EXPECT_EQ(fault_of_draws(*shipped_map(GetParam(), 64)), "");
}

TEST(Maps, ThatDrawInsideMapAreCaught) {
  EXPECT_EQ(fault_of_draws(DrawsInMap()), "queries and keys did not share one draw");
}

}  // namespace
}  // namespace kapprox
