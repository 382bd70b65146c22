// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Moments against two passes in long double, on data where sums of squares lose everything, and on
// counts where measures are undefined.
#include "stats/moments.hpp"

#include "tolerances.hpp"

#include <kapprox/stream.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace kapprox {
namespace {

std::vector<double> normals(Index count, double centre, double spread) {
  Matrix draws(1, count);
  Stream(20211008).at("moments test").fill_normals(draws);
  std::vector<double> values;
  values.reserve(draws.values().size());
  for (const double z : draws.values()) values.push_back(centre + spread * z);
  return values;
}

Moments moments_of(const std::vector<double>& values) {
  Moments moments;
  for (const double x : values) moments.add(x);
  return moments;
}

// The plain reference: two passes in long double.
struct Reference {
  long double mean = 0, second = 0, third = 0, fourth = 0;

  explicit Reference(const std::vector<double>& values) {
    for (const double x : values) mean += x;
    mean /= static_cast<long double>(values.size());
    for (const double x : values) {
      const long double e = x - mean;
      second += e * e;
      third += e * e * e;
      fourth += e * e * e * e;
    }
  }
};

// Eight shards of 12 500 values each, merged in the given order.
Moments merged(const std::vector<double>& values, const std::vector<std::size_t>& order) {
  const std::size_t length = values.size() / order.size();
  Moments all;
  for (const std::size_t shard : order) {
    Moments part;
    for (std::size_t i = 0; i < length; ++i) part.add(values[shard * length + i]);
    all.merge(part);
  }
  return all;
}

TEST(Moments, VarianceSurvivesAMeanOfAHundredMillion) {
  const std::vector<double> values = normals(100'000, 1e8, 1e-3);
  const std::vector<std::vector<std::size_t>> orders = {
      {3, 0, 7, 5, 1, 6, 2, 4}, {6, 2, 4, 0, 5, 7, 3, 1}, {1, 7, 5, 3, 6, 4, 0, 2}};

  std::vector<Moments> results;
  results.reserve(orders.size());
  for (const auto& order : orders) results.push_back(merged(values, order));

  double naive = 0.0;
  double sum = 0.0;
  for (const double x : values) {
    naive += x * x;
    sum += x;
  }
  EXPECT_FALSE(std::abs(naive / 1e5 - sum / 1e5 * (sum / 1e5) - 1e-6) < 0.5e-6)
      << "these data no longer tell a naive formula from a sound one";
  for (const Moments& result : results) {
    EXPECT_NEAR(result.variance(), 1e-6, 0.02e-6);
    EXPECT_NEAR(result.variance() / results[0].variance(), 1.0, tolerance::merge_order);
    EXPECT_NEAR(result.sum4 / results[0].sum4, 1.0, tolerance::merge_order);
    EXPECT_EQ(result.count, 100'000);
  }
}

TEST(Moments, AgreeWithTwoPassesInLongDouble) {
  std::vector<double> values = normals(1000, 0.3, 2.0);
  for (double& x : values) x = std::exp(0.5 * x);  // skewed: third moments count
  const Reference reference(values);

  const Moments moments = moments_of(values);

  const double n = 1000.0;
  EXPECT_NEAR(moments.mean / static_cast<double>(reference.mean), 1.0, tolerance::moments);
  EXPECT_NEAR(moments.sum2 / static_cast<double>(reference.second), 1.0, tolerance::moments);
  EXPECT_NEAR(moments.sum3 / static_cast<double>(reference.third), 1.0, tolerance::moments);
  EXPECT_NEAR(moments.sum4 / static_cast<double>(reference.fourth), 1.0, tolerance::moments);
  EXPECT_NEAR(moments.kurtosis(),
              n * static_cast<double>(reference.fourth / (reference.second * reference.second)),
              1e3 * tolerance::moments);
  EXPECT_EQ(moments.minimum, *std::min_element(values.begin(), values.end()));
  EXPECT_EQ(moments.maximum, *std::max_element(values.begin(), values.end()));
}

TEST(Moments, MergedShardsEqualOneStream) {
  const std::vector<double> values = normals(1000, -5.0, 3.0);

  Moments shards = moments_of({values.begin(), values.begin() + 137});
  shards.merge(moments_of({values.begin() + 137, values.end()}));

  const Moments stream = moments_of(values);
  EXPECT_NEAR(shards.mean, stream.mean, tolerance::moments);
  EXPECT_NEAR(shards.sum2 / stream.sum2, 1.0, tolerance::moments);
  EXPECT_NEAR(shards.sum3 / stream.sum3, 1.0, tolerance::moments);
  EXPECT_NEAR(shards.sum4 / stream.sum4, 1.0, tolerance::moments);
}

TEST(Moments, MergingWithAnEmptyShardChangesNothing) {
  Moments moments = moments_of({1.0, 2.0, 4.0});
  Moments empty;

  moments.merge(Moments());
  empty.merge(moments);

  EXPECT_EQ(moments.count, 3);
  EXPECT_EQ(empty.count, 3);
  EXPECT_EQ(empty.sum4, moments.sum4);
}

TEST(Moments, MeasuresOfFourValuesByHand) {
  const Moments moments = moments_of({0.0, 0.0, 0.0, 4.0});  // mean 1, deviations −1 −1 −1 3

  const double fourth = (1.0 + 1.0 + 1.0 + 81.0) / 4.0;
  EXPECT_DOUBLE_EQ(moments.variance(), 4.0);
  EXPECT_DOUBLE_EQ(moments.mean_standard_error(), 1.0);
  EXPECT_DOUBLE_EQ(moments.variance_standard_error(),
                   std::sqrt((fourth - 16.0 * (1.0 / 3.0)) / 4.0));
  EXPECT_DOUBLE_EQ(moments.kurtosis(), fourth / 9.0);
  EXPECT_DOUBLE_EQ(moments.largest_share(), 9.0 / 12.0);
  EXPECT_DOUBLE_EQ(moments_of({0.0, 0.0, 0.0, -4.0}).largest_share(), 9.0 / 12.0);
  EXPECT_DOUBLE_EQ(moments.mean_square_about(2.0), 4.0);
}

TEST(Moments, ErrorOfAMeanSquareIsThatOfTheMeanOfSquares) {
  const std::vector<double> values = normals(500, 0.2, 1.5);
  const double centre = -0.7;
  std::vector<double> squares;
  squares.reserve(values.size());
  for (const double x : values) squares.push_back((x - centre) * (x - centre));

  const Moments moments = moments_of(values);

  const Moments reference = moments_of(squares);
  EXPECT_NEAR(moments.mean_square_about(centre) / reference.mean, 1.0, tolerance::moments);
  EXPECT_NEAR(moments.mean_square_about_standard_error(centre) / reference.mean_standard_error(),
              1.0, tolerance::moments);
}

TEST(Moments, UndefinedMeasuresAreNaNAndKeepTheirCount) {
  const Moments none;
  const Moments one = moments_of({1e8});
  const Moments two = moments_of({1.0, 3.0});

  EXPECT_TRUE(std::isnan(none.mean_square_about(0.0)));
  EXPECT_EQ(one.count, 1);
  EXPECT_EQ(one.mean, 1e8);
  EXPECT_TRUE(std::isnan(one.variance()));
  EXPECT_TRUE(std::isnan(one.mean_standard_error()));
  EXPECT_TRUE(std::isnan(one.variance_standard_error()));
  EXPECT_TRUE(std::isnan(one.kurtosis()));
  EXPECT_TRUE(std::isnan(one.largest_share()));
  EXPECT_TRUE(std::isnan(one.mean_square_about_standard_error(0.0)));
  EXPECT_DOUBLE_EQ(two.variance(), 2.0);
  EXPECT_DOUBLE_EQ(two.mean_standard_error(), 1.0);
  EXPECT_TRUE(std::isnan(two.variance_standard_error()));
}

TEST(Moments, EqualValuesHaveVarianceZero) {
  const Moments moments = moments_of(std::vector<double>(100, 0.1));

  EXPECT_EQ(moments.variance(), 0.0);
  EXPECT_TRUE(std::isnan(moments.kurtosis()));
}

}  // namespace
}  // namespace kapprox
