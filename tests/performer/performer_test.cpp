// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What performer computes, draw by draw: the formula of its ε, who sees the keys, and that without
// ε it is the positive map.
#include "performer/performers.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

constexpr Index d = 5;

bool same_bytes(const std::vector<LogNumber>& a, const std::vector<LogNumber>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const LogNumber& x, const LogNumber& y) {
                      return x.value == y.value && x.log_scale == y.log_scale;
                    });
}

// exp(ω_i·x − ‖x‖²/2) and ω_i·x of one row, by plain loops.
struct PlainRow {
  std::vector<double> features;
  double maximum = -1e300;
  double mean = 0.0;

  PlainRow(std::span<const double> x, const Matrix& omega) {
    double half = 0.0;
    for (const double value : x) half += value * value / 2.0;
    for (Index i = 0; i < omega.rows(); ++i) {
      double product = 0.0;
      for (std::size_t l = 0; l < x.size(); ++l) product += omega(i, Index(l)) * x[l];
      features.push_back(std::exp(product - half));
      maximum = std::max(maximum, product);
      mean += features.back() / static_cast<double>(omega.rows());
    }
  }
};

// SM + ε e^{M_k} mean u + ε e^{M_q} mean v + ε² e^{M_q + M_k}, u and v of the query and the key.
double by_formula(const PlainRow& query, const PlainRow& key, double epsilon, double query_maximum,
                  double key_maximum) {
  double positive = 0.0;
  for (std::size_t i = 0; i < query.features.size(); ++i)
    positive += query.features[i] * key.features[i] / static_cast<double>(query.features.size());
  return positive + epsilon * std::exp(key_maximum) * query.mean +
         epsilon * std::exp(query_maximum) * key.mean +
         epsilon * epsilon * std::exp(query_maximum + key_maximum);
}

void expect_formula(const PerformerSpec& spec, double shift_of_keys) {
  const Matrix queries = normal_rows(3, d, 0.7, Stream(1));
  Matrix keys = normal_rows(70, d, 0.7, Stream(2));  // more than are projected at a time
  for (double& value : keys.row(69)) value *= 3.0;   // the maximum is one of the last
  std::vector<double> centre(d, 0.0);
  for (Index j = 0; j < 70; ++j)
    for (Index l = 0; l < d; ++l) {
      keys(j, l) += shift_of_keys;
      if (spec.centre == "keys") centre[static_cast<std::size_t>(l)] += keys(j, l) / 70.0;
    }
  Matrix shifted = keys;
  for (Index j = 0; j < 70; ++j)
    for (Index l = 0; l < d; ++l) shifted(j, l) -= centre[static_cast<std::size_t>(l)];
  const Stream stream = Stream(3).trial(5);
  const Matrix omega =
      shipped_directions(spec.directions)->draw(stream.at(Slot::omega), {d, d, spec.m}).coordinates;
  double key_maximum = -1e300;
  for (Index j = 0; j < 70; ++j)
    key_maximum = std::max(key_maximum, PlainRow(shifted.row(j), omega).maximum);
  const bool none = spec.stabiliser == "none";

  const auto estimates = estimates_of(*performer(spec), queries, keys, stream);

  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 70; ++j) {
      const PlainRow query(queries.row(i), omega);
      const double truth = by_formula(query, PlainRow(shifted.row(j), omega), spec.epsilon,
                                      none ? 0.0 : query.maximum, none ? 0.0 : key_maximum) *
                           std::exp(dot(queries.row(i), centre));
      EXPECT_NEAR(estimates[static_cast<std::size_t>(70 * i + j)].to_double() / truth, 1.0,
                  tolerance::smoothed_features);
    }
}

TEST(Performer, EpsilonAddsWhatTheFormulaSaysInEveryDraw) {
  for (const char* stabiliser : {"max", "none"})
    for (const char* directions : {"iid", "orthogonal"})
      for (const double epsilon : {1e-6, 0.01, 0.5}) {
        SCOPED_TRACE(std::string(stabiliser) + " " + directions + " " + std::to_string(epsilon));
        expect_formula({epsilon, stabiliser, 7, directions}, 0.0);
      }
}

TEST(Performer, MaximumIsThatOfCentredKeys) { expect_formula({0.1, "max", 7, "iid", "keys"}, 0.8); }

// The estimate of pair (0, 0) with the last of ten keys made long: in causal order, the future.
bool last_key_changes_first_pair(const PerformerSpec& spec) {
  const Matrix queries = normal_rows(1, d, 0.5, Stream(4));
  const Matrix keys = normal_rows(10, d, 0.5, Stream(5));
  Matrix other = keys;
  for (double& value : other.row(9)) value *= 10.0;
  const auto map = performer(spec);
  const auto before = estimates_of(*map, queries, keys, Stream(6));
  const auto after = estimates_of(*map, queries, other, Stream(6));
  return before[0].log_abs() != after[0].log_abs();
}

TEST(Performer, EpsilonLeaksLaterKeysThroughTheMaximum) {
  EXPECT_TRUE(last_key_changes_first_pair({1e-3, "max"}));
  EXPECT_FALSE(last_key_changes_first_pair({0.0, "max"}));
  EXPECT_FALSE(last_key_changes_first_pair({1e-3, "none"}));
}

// The keys of the problem, not those that are asked for together.
TEST(Performer, MaximumIsThatOfTheProblemWhateverIsAskedFor) {
  const Matrix queries = normal_rows(2, d, 0.5, Stream(7));
  const Matrix keys = normal_rows(9, d, 0.5, Stream(8));
  const auto map = performer({0.1});
  const auto prepared = map->prepare({queries, keys, {}, d});
  const auto all = estimates_of(*map, queries, keys, Stream(9));
  ConstMatrixView one_key = keys;
  one_key.rows = 1;
  LogNumber alone;
  const Pair pair[] = {{1, 0}};

  prepared->draw(Stream(9))->estimate(queries, one_key, pair, std::span(&alone, 1));

  EXPECT_EQ(alone.value, all[9].value);
  EXPECT_EQ(alone.log_scale, all[9].log_scale);
}

TEST(Performer, WithoutEpsilonIsThePositiveMapToTheBit) {
  const Matrix queries = normal_rows(4, d, 1.5, Stream(10));
  const Matrix keys = normal_rows(6, d, 1.5, Stream(11));
  for (const char* directions : {"iid", "orthogonal"})
    for (const char* stabiliser : {"max", "none"}) {
      const auto map = performer({0.0, stabiliser, 9, directions});
      const auto positive = shipped_map("positive", 9, directions);

      EXPECT_TRUE(same_bytes(estimates_of(*map, queries, keys, Stream(12)),
                             estimates_of(*positive, queries, keys, Stream(12))));
    }
}

TEST(Performer, ClaimsFollowEpsilonAndStabiliser) {
  const Claims usual = performer({})->claims();
  const Claims exact = performer({0.0})->claims();
  const Claims fixed = performer({1e-6, "none"})->claims();

  EXPECT_FALSE(usual.unbiased);
  EXPECT_TRUE(usual.fits_data);
  EXPECT_TRUE(exact.unbiased);
  EXPECT_TRUE(exact.exact_at_opposite);
  EXPECT_FALSE(exact.fits_data);
  EXPECT_FALSE(fixed.unbiased);
  EXPECT_FALSE(fixed.exact_at_opposite);
  EXPECT_FALSE(fixed.fits_data);
  for (const Claims& claims : {usual, exact, fixed}) {
    EXPECT_TRUE(claims.nonnegative);
    EXPECT_TRUE(claims.rotation_invariant);
  }
  EXPECT_EQ(performer({})->cost(64).feature_dim, 8);
}

TEST(Performer, RefusesEpsilonOutOfRangeAndAProblemWithoutKeys) {
  const Matrix none(0, d);
  const Matrix queries = normal_rows(2, d, 0.5, Stream(13));

  EXPECT_THROW(performer({-1e-6}), InputError);
  EXPECT_THROW(performer({1.5}), InputError);
  EXPECT_THROW(performer({1e-6, "mean"}), InputError);
  EXPECT_THROW(performer({1e-6})->prepare({queries, none, {}, d}), Error);
  EXPECT_NO_THROW(performer({0.0})->prepare({queries, none, {}, d}));  // does not look
}

}  // namespace
}  // namespace kapprox
