// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Maps fitted to a problem: centring is exact in every draw, the fit sees centred rows, statistics
// of a draw are made once, and theory is that of the term.
#include "plugins/shipped.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

struct Tokens {
  Matrix queries{3, 4};
  Matrix keys{5, 4};
  std::vector<double> mean_query = std::vector<double>(4, 0.0);
  std::vector<double> mean_key = std::vector<double>(4, 0.0);

  Tokens() {
    Stream(51).fill_normals(queries);
    Stream(52).fill_normals(keys);
    for (Index l = 0; l < 4; ++l) {
      for (Index i = 0; i < 3; ++i) queries(i, l) += 0.5;
      for (Index i = 0; i < 3; ++i) mean_query[static_cast<std::size_t>(l)] += queries(i, l) / 3.0;
      for (Index j = 0; j < 5; ++j) mean_key[static_cast<std::size_t>(l)] += keys(j, l) / 5.0;
    }
  }
  Problem problem() const { return {queries, keys, {}, 4}; }
};

Matrix less(const Matrix& rows, const std::vector<double>& centre) {
  Matrix result = rows;
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index l = 0; l < rows.cols(); ++l) result(i, l) -= centre[static_cast<std::size_t>(l)];
  return result;
}

std::vector<Pair> all_pairs(const Matrix& queries, const Matrix& keys) {
  std::vector<Pair> pairs;
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) pairs.push_back({i, j});
  return pairs;
}

// Estimates of all pairs from the features of a fitted map under one draw.
std::vector<LogNumber> estimates(const FittedMap& map, const DirectionDraw& draw,
                                 const Matrix& queries, const Matrix& keys) {
  const std::vector<Pair> pairs = all_pairs(queries, keys);
  std::vector<LogNumber> out(pairs.size());
  estimate_from_features(map.features(draw, Side::query, queries),
                         map.features(draw, Side::key, keys), pairs, out);
  return out;
}

// exp(q·k) = exp((q − c)·(k − c')) exp(c'·q) exp(c·k) exp(−c·c'): the plain estimate at shifted
// vectors times the last three, in every draw.
TEST(FittedMap, CentredEstimateIsThePlainOneAtShiftedVectors) {
  const Tokens tokens;
  for (const char* name : {"trig", "positive", "hyperbolic"})
    for (const bool both : {false, true}) {
      const std::vector<double> c = both ? tokens.mean_query : std::vector<double>(4, 0.0);
      const Matrix shifted_queries = less(tokens.queries, c);
      const Matrix shifted_keys = less(tokens.keys, tokens.mean_key);
      const auto centred = shipped_map(name, 6, "iid", both ? "both" : "keys");
      const auto plain = shipped_map(name, 6);
      const FittedMap fitted(*centred, tokens.problem());
      const FittedMap unfitted(*plain, {shifted_queries, shifted_keys, {}, 4});
      const DirectionDraw draw = plain->directions().draw(Stream(53), unfitted.request());

      const auto found = estimates(fitted, draw, tokens.queries, tokens.keys);
      const auto at_shifted = estimates(unfitted, draw, shifted_queries, shifted_keys);

      const std::vector<Pair> pairs = all_pairs(tokens.queries, tokens.keys);
      for (std::size_t p = 0; p < pairs.size(); ++p) {
        const double factors = dot(tokens.queries.row(pairs[p].query), tokens.mean_key) +
                               dot(tokens.keys.row(pairs[p].key), c) - dot(c, tokens.mean_key);
        EXPECT_NEAR(found[p].over(factors), at_shifted[p].to_double(),
                    tolerance::centred_estimate * std::abs(at_shifted[p].to_double()))
            << name << (both ? " both" : " keys");
      }
    }
}

// Remembers what it was fitted to, and how often it was asked about a draw.
class Fitting final : public RandomFeatureMap {
 public:
  struct Seen {
    std::vector<double> queries;
    std::vector<double> keys;
    int draws = 0;
  };

  Fitting(const Parameters& parameters, Seen& seen, double fit = 0.0)
      : RandomFeatureMap(parameters), parameters_(parameters), seen_(seen), fit_(fit) {}

 private:
  Claims do_map_claims() const override { return {.rotation_invariant = true}; }
  Index do_features_per_direction() const override { return 1; }
  std::shared_ptr<const RandomFeatureMap> do_fit(const Problem& problem) const override {
    for (Index i = 0; i < problem.queries.rows; ++i)
      seen_.queries.insert(seen_.queries.end(), problem.queries.row(i).begin(),
                           problem.queries.row(i).end());
    for (Index j = 0; j < problem.keys.rows; ++j)
      seen_.keys.insert(seen_.keys.end(), problem.keys.row(j).begin(), problem.keys.row(j).end());
    return std::make_shared<const Fitting>(parameters_, seen_, 7.0);
  }
  std::optional<MapTerm> do_term(std::span<const double> x,
                                 std::span<const double> y) const override {
    return MapTerm{{{fit_, 0.0}, {dot(x, x), 0.0}}, DirectionTerm{dot(x, y), true}};
  }
  std::optional<Matrix> do_transform(Side, ConstMatrixView rows) const override {
    Matrix doubled(rows.rows, rows.cols);
    for (Index i = 0; i < rows.rows; ++i)
      for (Index l = 0; l < rows.cols; ++l) doubled(i, l) = 2.0 * rows(i, l);
    return doubled;
  }
  std::vector<double> do_draw_statistics(const DirectionDraw& draw) const override {
    ++seen_.draws;
    return {fit_ * draw.coordinates(0, 0)};
  }
  // The projections as they are, less the statistic.
  void do_map(const Projections& projections, Side, Segment& out) const override {
    for (Index i = 0; i < projections.rows(); ++i)
      for (Index f = 0; f < projections.directions(); ++f)
        out.values(i, f) =
            projections.row(i)[static_cast<std::size_t>(f)] - projections.draw_statistics.front();
  }

  Parameters parameters_;
  Seen& seen_;
  double fit_;
};

Parameters centred_parameters(Index m, const std::string& directions, const std::string& centre) {
  Parameters parameters = map_parameters(m, shipped_directions(directions));
  parameters.set("centre", centre);
  return parameters;
}

TEST(FittedMap, FitsToCentredRowsAndMapsWithTheFittedCopy) {
  const Tokens tokens;
  Fitting::Seen seen;
  const Fitting map(centred_parameters(3, "iid", "both"), seen);
  const Matrix queries = less(tokens.queries, tokens.mean_query);
  const Matrix keys = less(tokens.keys, tokens.mean_key);

  const auto prepared = map.prepare(tokens.problem());
  const auto sample = prepared->draw(Stream(54));
  const auto& features = dynamic_cast<const FeatureSample&>(*sample);
  const FeatureBlock block = features.map(Side::query, tokens.queries);
  features.map(Side::key, tokens.keys);

  const DirectionDraw draw = map.directions().draw(Stream(54).at(Slot::omega), {4, 4, 3});
  ASSERT_EQ(seen.queries.size(), 12U);
  ASSERT_EQ(seen.keys.size(), 20U);
  for (std::size_t p = 0; p < 12; ++p)
    EXPECT_NEAR(seen.queries[p], queries.values()[p], tolerance::closed_form);
  for (std::size_t p = 0; p < 20; ++p)
    EXPECT_NEAR(seen.keys[p], keys.values()[p], tolerance::closed_form);
  EXPECT_EQ(seen.draws, 1);
  for (Index i = 0; i < 3; ++i)
    for (Index f = 0; f < 3; ++f)
      EXPECT_NEAR(block.segments[0].values(i, f),
                  2.0 * dot(queries.row(i), draw.coordinates.row(f)) - 7.0 * draw.coordinates(0, 0),
                  tolerance::closed_form);
}

// Mean and variance of a term, the variance over m, the coupling added; nothing without a coupling.
TEST(FittedMap, TheoryOfATermAddsTheCouplingThatItNames) {
  const Tokens tokens;
  const auto q = tokens.queries.row(1);
  const auto k = tokens.keys.row(2);
  const double q_k = dot(q, k);
  const double q_q = dot(q, q);
  Fitting::Seen seen;
  const Fitting independent(centred_parameters(5, "iid", "none"), seen);
  const Fitting coupled(centred_parameters(5, "orthogonal", "none"), seen);

  const auto of_independent = independent.prepare(tokens.problem())->theory(q, k);
  const auto of_coupled = coupled.prepare(tokens.problem())->theory(q, k);

  const LogNumber extra = *shipped_directions("orthogonal")->coupling({q_k, true}, 4, 5);
  ASSERT_TRUE(of_independent && of_coupled);
  EXPECT_NEAR(of_independent->mean.over(q_k), 7.0, tolerance::closed_form);
  EXPECT_NEAR(of_independent->variance.over(2.0 * q_k), q_q / 5.0, tolerance::closed_form * q_q);
  EXPECT_NE(extra.value, 0.0);
  EXPECT_NEAR(of_coupled->variance.over(2.0 * q_k), q_q / 5.0 + extra.to_double(),
              tolerance::closed_form * q_q);
}

TEST(FittedMap, SharedCovarianceNeedsFormsAndOneCount) {
  const Tokens tokens;
  Fitting::Seen seen;
  const Fitting formless(centred_parameters(3, "iid", "none"), seen);
  const FittedMap a(formless, tokens.problem());
  const auto three = shipped_map("trig", 3);
  const auto four = shipped_map("trig", 4);
  const FittedMap b(*three, tokens.problem());
  const FittedMap c(*four, tokens.problem());
  const auto q = tokens.queries.row(0);
  const auto k = tokens.keys.row(0);

  EXPECT_FALSE(FittedMap::shared_covariance(a, b, q, k));
  EXPECT_THROW(FittedMap::shared_covariance(b, c, q, k), Error);
}

}  // namespace
}  // namespace kapprox
