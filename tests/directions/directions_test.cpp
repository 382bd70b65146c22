// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a draw of directions promises: its address, its shape, tolerance::orthonormal within
// blocks, independence between them and between laws.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace kapprox {
namespace {

bool same_rows(const DirectionDraw& few, const DirectionDraw& many) {
  const auto a = few.coordinates.values();
  return std::equal(a.begin(), a.end(), many.coordinates.values().begin()) &&
         std::equal(few.squared_norms.begin(), few.squared_norms.end(), many.squared_norms.begin());
}

class Laws : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, Laws,
                         testing::Values("iid", "orthogonal", "regularised", "simplex", "hadamard",
                                         "qmc"),
                         [](const testing::TestParamInfo<std::string>& one) { return one.param; });

// The fewest coordinates that a law can be asked for in d dimensions, but 2.
Index least_rank(const Directions& law, Index d) { return law.claims().rotation_invariant ? 2 : d; }

TEST_P(Laws, DirectionIIsTheSameForEveryCount) {
  const auto law = shipped_directions(GetParam());
  for (const Index rank : {least_rank(*law, 7), Index{7}}) {
    const DirectionDraw most = law->draw(Stream(1), {7, rank, 600});

    for (const Index count : {1, 6, 7, 8, 100, 256, 257})
      EXPECT_TRUE(same_rows(law->draw(Stream(1), {7, rank, count}), most)) << count;
  }
}

// One less than a block, a block, one more, three and a bit; squared norms of all coordinates.
TEST_P(Laws, ThereAreExactlyAsManyDirectionsAsAskedFor) {
  const auto law = shipped_directions(GetParam());
  for (const Index d : {2, 5, 8})
    for (const Index count : {Index{1}, d - 1, d, d + 1, 3 * d + 2}) {
      const DirectionDraw draw = law->draw(Stream(2), {d, d, count});

      ASSERT_EQ(draw.coordinates.rows(), count);
      ASSERT_EQ(draw.squared_norms.size(), static_cast<std::size_t>(count));
      for (Index i = 0; i < count; ++i) {
        const double square = draw.squared_norms[static_cast<std::size_t>(i)];
        EXPECT_NEAR(dot(draw.coordinates.row(i), draw.coordinates.row(i)), square,
                    tolerance::orthonormal * square);
        EXPECT_GT(square, 0.0);
      }
    }
}

TEST_P(Laws, EveryPartOfTheAddressChangesTheDraw) {
  const auto law = shipped_directions(GetParam());
  const Stream stream = Stream(1).at("problem");
  const Index rank = least_rank(*law, 8);
  const DirectionDraw draw = law->draw(stream, {8, rank, 5});

  EXPECT_TRUE(same_rows(law->draw(Stream(1).at("problem"), {8, rank, 5}), draw));
  EXPECT_FALSE(same_rows(law->draw(stream.trial(1), {8, rank, 5}), draw));
  EXPECT_FALSE(same_rows(law->draw(stream.at(Slot::tau), {8, rank, 5}), draw));
  EXPECT_FALSE(same_rows(law->draw(Stream(2).at("problem"), {8, rank, 5}), draw));
}

TEST(Laws, TheDimensionChangesAReducedDraw) {
  for (const char* name : {"iid", "orthogonal", "regularised", "simplex"}) {
    const auto law = shipped_directions(name);

    const DirectionDraw eight = law->draw(Stream(1), {8, 2, 5});
    const DirectionDraw nine = law->draw(Stream(1), {9, 2, 5});

    EXPECT_NE(eight.coordinates(0, 0), nine.coordinates(0, 0)) << name;
  }
}

// Reduced coordinates have an address of their own, which a span that grows to all d dimensions
// keeps: earlier coordinates stay.
TEST(Laws, ReducedDrawsStayWhenTheSpanGrows) {
  const auto law = shipped_directions("iid");
  const DirectionDraw plane = law->draw(Stream(1), {4, 2, 5, true});
  const DirectionDraw all = law->draw(Stream(1), {4, 4, 5, true});
  const DirectionDraw ambient = law->draw(Stream(1), {4, 4, 5, false});

  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 2; ++j) {
      EXPECT_EQ(all.coordinates(i, j), plane.coordinates(i, j));
      EXPECT_NE(ambient.coordinates(i, j), plane.coordinates(i, j));
    }
}

TEST_P(Laws, OneDimensionWorks) {
  const auto law = shipped_directions(GetParam());

  const DirectionDraw draw = law->draw(Stream(1), {1, 1, 9});

  for (Index i = 0; i < 9; ++i)
    EXPECT_NEAR(draw.coordinates(i, 0) * draw.coordinates(i, 0),
                draw.squared_norms[static_cast<std::size_t>(i)], 1e3 * tolerance::eps);
  if (const auto coupling = law->coupling({0.7}, 1, 9)) {
    EXPECT_EQ(coupling->value, 0.0);
  }
}

TEST(Laws, WrongRequestsAreRefused) {
  const auto law = shipped_directions("iid");

  EXPECT_THROW(law->draw(Stream(1), {8, 2, 0}), Error);
  EXPECT_THROW(law->draw(Stream(1), {8, 0, 3}), Error);
  EXPECT_THROW(law->draw(Stream(1), {8, 9, 3}), Error);
}

TEST(Iid, NormsAreLeftOutWhenNobodyAsks) {
  const auto law = shipped_directions("iid");

  const DirectionDraw draw = law->draw(Stream(1), {8, 2, 5, false, false});

  EXPECT_TRUE(draw.squared_norms.empty());
  EXPECT_EQ(draw.coordinates.rows(), 5);
}

TEST(Orthogonal, RowsOfABlockAreOrthogonalWithTheirNorms) {
  for (const Index d : {2, 5, 16, 64}) {
    const Index count = 2 * d + d / 2;  // two whole blocks and a part

    const DirectionDraw draw = shipped_directions("orthogonal")->draw(Stream(3), {d, d, count});

    for (Index i = 0; i < count; ++i) {
      const double square = draw.squared_norms[static_cast<std::size_t>(i)];
      EXPECT_NEAR(dot(draw.coordinates.row(i), draw.coordinates.row(i)), square,
                  tolerance::orthonormal * square);
      for (Index j = i + 1; j < std::min(count, (i / d + 1) * d); ++j)
        EXPECT_NEAR(dot(draw.coordinates.row(i), draw.coordinates.row(j)), 0.0,
                    tolerance::orthonormal *
                        std::sqrt(square * draw.squared_norms[static_cast<std::size_t>(j)]));
    }
  }
}

// Σ_{i<j} E(ω_i·ω_j)² is d per pair for independent directions, over 2000 trials.
TEST(Orthogonal, BlocksAreIndependentOfEachOther) {
  const Index d = 5;
  Moments product;
  Moments square;
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    const DirectionDraw draw =
        shipped_directions("orthogonal")->draw(Stream(4).trial(trial), {d, d, d + 1});
    const double inner = dot(draw.coordinates.row(0), draw.coordinates.row(d));
    product.add(inner);
    square.add(inner * inner);
  }

  EXPECT_LT(std::abs(z_of_mean(product, 0.0)), tolerance::standard_errors);
  EXPECT_LT(std::abs(z_of_mean(square, static_cast<double>(d))), tolerance::standard_errors);
}

// Laws with a common address must not use the same random numbers: products of coordinates and of
// centred squared norms have mean 0 over 2000 trials.
class OtherLaws : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(All, OtherLaws,
                         testing::Values("iid", "regularised", "simplex", "hadamard", "qmc"),
                         [](const testing::TestParamInfo<std::string>& one) { return one.param; });

TEST_P(OtherLaws, ShareNoNumbersWithOrthogonal) {
  const auto law = shipped_directions(GetParam());
  const Index d = 4;
  Moments coordinates;
  Moments norms;
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    const Stream stream = Stream(6).trial(trial);
    const DirectionDraw one = law->draw(stream, {d, d, 3});
    const DirectionDraw orthogonal = shipped_directions("orthogonal")->draw(stream, {d, d, 3});
    coordinates.add(one.coordinates(0, 0) * orthogonal.coordinates(0, 0));
    norms.add((one.squared_norms[1] - 4.0) * (orthogonal.squared_norms[1] - 4.0));
  }

  EXPECT_LT(std::abs(z_of_mean(coordinates, 0.0)), tolerance::standard_errors);
  if (GetParam() != "regularised") {
    EXPECT_LT(std::abs(z_of_mean(norms, 0.0)), tolerance::standard_errors);
  }
}

TEST(Orthogonal, NormsAndRowsShareNoNumbers) {
  const Index d = 4;
  Moments mixed;
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    const DirectionDraw draw =
        shipped_directions("orthogonal")->draw(Stream(6).trial(trial), {d, 2, 3});
    mixed.add(draw.coordinates(2, 1) * (draw.squared_norms[2] - 4.0));
  }

  EXPECT_LT(std::abs(z_of_mean(mixed, 0.0)), tolerance::standard_errors);
}

// ω_i·x read back from the features of three maps: one address, one draw.
TEST_P(Laws, TrigPositiveAndHyperbolicSeeTheSameDirections) {
  const Index m = 11;
  const Stream stream = Stream(7).at("problem").trial(3);
  const Plane plane(8, least_rank(*shipped_directions(GetParam()), 8), 0.7, {0.0});
  const auto features = [&](const char* method) {
    const auto prepared = shipped_map(method, m, GetParam())->prepare(plane.problem());
    const auto sample = prepared->draw(stream);
    return dynamic_cast<const FeatureSample&>(*sample).map(Side::query, plane.queries);
  };
  const FeatureBlock trig_block = features("trig");
  const FeatureBlock positive_block = features("positive");
  const FeatureBlock hyperbolic_block = features("hyperbolic");
  const Segment& trig = trig_block.segments.front();
  const Segment& positive = positive_block.segments.front();
  const Segment& hyperbolic = hyperbolic_block.segments.front();
  const double half_square = 0.5 * 0.7 * 0.7;

  for (Index i = 0; i < m; ++i) {
    const double sine = trig.values(0, i);
    const double from_positive = std::log(positive.values(0, i)) + positive.log_scale[0] +
                                 half_square + 0.5 * std::log(double(m));
    const double from_hyperbolic =
        0.5 * std::log(hyperbolic.values(0, i) / hyperbolic.values(0, m + i));

    EXPECT_NEAR(sine, std::sin(from_positive), tolerance::closed_form);
    EXPECT_NEAR(from_hyperbolic, from_positive, tolerance::closed_form);
  }
}

}  // namespace
}  // namespace kapprox
