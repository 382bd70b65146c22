// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What RandomFeatureMap adds to a map's hooks: one draw per sample from the ω slot, claims that
// depend on the directions, and theory from the form and the coupling.
#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/random_feature_map.hpp>
#include <kapprox/vector_math.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace kapprox {
namespace {

// Normal directions that remember what was asked of them.
class Recorder final : public Directions {
 public:
  explicit Recorder(DirectionClaims claims, std::optional<LogNumber> coupling = std::nullopt)
      : claims_(claims), coupling_(coupling) {}

  mutable std::vector<DirectionRequest> requests;
  mutable std::vector<double> squares;

 private:
  DirectionClaims do_claims() const override { return claims_; }
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override {
    requests.push_back(request);
    DirectionDraw draw{Matrix(request.count, request.rank), {}};
    stream.fill_normals(draw.coordinates);
    if (request.squared_norms)
      draw.squared_norms.assign(static_cast<std::size_t>(request.count), 9.0);
    return draw;
  }
  std::optional<LogNumber> do_coupling(const DirectionTerm& term, Index, Index) const override {
    squares.push_back(term.s_squared);
    return coupling_;
  }

  DirectionClaims claims_;
  std::optional<LogNumber> coupling_;
};

constexpr DirectionClaims independent = {true, true, true};
constexpr DirectionClaims coupled = {true, false, true};

Parameters parameters_of(Index m, std::shared_ptr<const Directions> directions) {
  Parameters parameters;
  parameters.set("m", std::int64_t{m});
  parameters.set("directions", std::shared_ptr<const Method>(std::move(directions)));
  parameters.set("centre", std::string("none"));
  return parameters;
}

// Features ω·x as they are.
class Projection final : public RandomFeatureMap {
 public:
  Projection(Index m, std::shared_ptr<const Directions> directions, ExponentialForm form,
             bool norms = false)
      : RandomFeatureMap(parameters_of(m, std::move(directions))),
        form_(std::move(form)),
        norms_(norms) {}

  mutable std::vector<double> seen_norms;

 private:
  Claims do_map_claims() const override {
    return {.random = false, .unbiased = true, .rotation_invariant = true};
  }
  Index do_features_per_direction() const override { return 1; }
  std::optional<ExponentialForm> do_form() const override { return form_; }
  bool do_needs_direction_norms() const override { return norms_; }
  void do_map(const Projections& projections, Side, Segment& out) const override {
    seen_norms.assign(projections.direction_squared_norms.begin(),
                      projections.direction_squared_norms.end());
    for (Index i = 0; i < projections.rows(); ++i) {
      const auto row = projections.row(i);
      std::copy(row.begin(), row.end(), out.values.row(i).begin());
      out.log_scale[static_cast<std::size_t>(i)] = projections.half_squared_norm(i);
    }
  }

  ExponentialForm form_;
  bool norms_;
};

Matrix small_rows() {
  Matrix rows(2, 2);
  rows(0, 0) = 0.3;
  rows(0, 1) = -0.4;
  rows(1, 0) = 1.0;
  return rows;
}

TEST(RandomFeatureMap, DrawsOncePerSampleFromTheOmegaSlot) {
  const auto directions = std::make_shared<const Recorder>(independent);
  const Projection map(5, directions, ExponentialForm::positive());
  const Matrix rows = small_rows();
  const Stream stream = Stream(1).at("problem").trial(4);
  const auto prepared = map.prepare({rows, rows, {}, 7});

  const auto sample = prepared->draw(stream);
  const auto& features = dynamic_cast<const FeatureSample&>(*sample);
  const FeatureBlock queries = features.map(Side::query, rows);
  features.map(Side::key, rows);

  ASSERT_EQ(directions->requests.size(), 1U);
  EXPECT_EQ(directions->requests[0].ambient_dim, 7);
  EXPECT_EQ(directions->requests[0].rank, 2);
  EXPECT_EQ(directions->requests[0].count, 5);
  EXPECT_FALSE(directions->requests[0].squared_norms);
  const DirectionDraw expected = directions->draw(stream.at(Slot::omega), {7, 2, 5, false, false});
  for (Index i = 0; i < 5; ++i)
    EXPECT_NEAR(queries.segments[0].values(0, i), dot(expected.coordinates.row(i), rows.row(0)),
                tolerance::closed_form);
  EXPECT_NEAR(queries.segments[0].log_scale[0], 0.125, tolerance::closed_form);
}

TEST(RandomFeatureMap, NormsOfDirectionsReachTheMapThatAsks) {
  const auto directions = std::make_shared<const Recorder>(independent);
  const Projection map(3, directions, ExponentialForm::positive(), true);
  const Matrix rows = small_rows();

  const auto prepared = map.prepare({rows, rows, {}, 7});
  const auto sample = prepared->draw(Stream(1));
  dynamic_cast<const FeatureSample&>(*sample).map(Side::query, rows);

  EXPECT_EQ(map.seen_norms, std::vector<double>({9.0, 9.0, 9.0}));
}

TEST(RandomFeatureMap, ClaimsAreWithdrawnWhereDirectionsDoNotAllowThem) {
  const auto claims = [](DirectionClaims directions) {
    return Projection(3, std::make_shared<const Recorder>(directions), ExponentialForm::positive())
        .claims();
  };

  EXPECT_TRUE(claims(independent).random);
  EXPECT_TRUE(claims(independent).unbiased);
  EXPECT_TRUE(claims(independent).rotation_invariant);
  EXPECT_FALSE(claims({false, true, true}).unbiased);
  EXPECT_FALSE(claims({true, true, false}).rotation_invariant);
}

TEST(RandomFeatureMap, LawsThatAreNotInvariantRefuseReducedProblems) {
  const DirectionClaims fixed_axes = {true, true, false};
  const auto directions = std::make_shared<const Recorder>(fixed_axes);
  const Projection map(3, directions, ExponentialForm::positive());
  const Matrix rows = small_rows();

  EXPECT_THROW(map.prepare({rows, rows, {}, 7}), Error);
  EXPECT_THROW(map.prepare({rows, rows, {}, 2, true}), Error);
  EXPECT_NO_THROW(map.prepare({rows, rows, {}, 2}));
  EXPECT_THROW(directions->draw(Stream(1), {7, 2, 3}), Error);
}

TEST(RandomFeatureMap, TheoryAddsTheCouplingToTheIidVariance) {
  const auto directions = std::make_shared<const Recorder>(coupled, LogNumber{-0.01, 0.0});
  const Matrix rows = small_rows();
  const double phi = 1.3 * 1.3 + 0.4 * 0.4;   // ‖q + k‖²
  const double zeta = 0.7 * 0.7 + 0.4 * 0.4;  // ‖q − k‖²
  const double q_k = 0.3;
  const auto theory = [&](ExponentialForm form) {
    return *Projection(4, directions, std::move(form))
                .prepare({rows, rows, {}, 7})
                ->theory(rows.row(0), rows.row(1));
  };

  const Theory positive = theory(ExponentialForm::positive());
  const Theory hyperbolic = theory(ExponentialForm::hyperbolic());
  const Theory trigonometric = theory(ExponentialForm::trigonometric());

  EXPECT_NEAR(positive.mean.to_double(), std::exp(q_k), tolerance::closed_form);
  EXPECT_NEAR(positive.variance.over(2.0 * q_k), std::expm1(phi) / 4.0 - 0.01,
              tolerance::closed_form);
  EXPECT_NEAR(hyperbolic.variance.over(2.0 * q_k), (std::cosh(phi) - 1.0) / 4.0 - 0.01,
              tolerance::closed_form);
  EXPECT_NEAR(trigonometric.variance.over(2.0 * q_k), (std::cosh(zeta) - 1.0) / 4.0 - 0.01,
              tolerance::closed_form);
  EXPECT_FALSE(positive.fourth_is_exact);
  ASSERT_EQ(directions->squares.size(), 3U);
  EXPECT_NEAR(directions->squares[0], phi, tolerance::closed_form);
  EXPECT_NEAR(directions->squares[1], phi, tolerance::closed_form);
  EXPECT_NEAR(directions->squares[2], -zeta, tolerance::closed_form);
}

TEST(RandomFeatureMap, TheoryIsSilentWhereItIsNotKnown) {
  const Matrix rows = small_rows();
  const auto theory = [&](DirectionClaims claims, ExponentialForm form) {
    const Projection map(4, std::make_shared<const Recorder>(claims), std::move(form));
    return map.prepare({rows, rows, {}, 7})->theory(rows.row(0), rows.row(1));
  };
  const ExponentialForm oblique{{{0.8, 0.7}}};

  EXPECT_FALSE(theory(coupled, ExponentialForm::positive()));
  EXPECT_FALSE(theory({false, true, true}, ExponentialForm::positive()));
  EXPECT_TRUE(theory(independent, oblique));
  EXPECT_TRUE(theory(independent, ExponentialForm::positive())->fourth_is_exact);
}

TEST(RandomFeatureMap, WrongFeatureRowsAreRefused) {
  const Projection map(3, std::make_shared<const Recorder>(independent),
                       ExponentialForm::positive());
  const Matrix products(2, 3);
  const double halves[] = {0.0, 0.0};
  Segment narrow = Segment::zeros(2, 2);

  EXPECT_THROW(map.map({products, halves, {}, {}}, Side::query, narrow), Error);
}

TEST(ExpShifted, KeepsTheLargestFeatureAtOne) {
  const double exponents[] = {1000.0, 999.0, -1000.0};
  std::vector<double> values(3);
  double log_scale = 0.0;

  exp_shifted(exponents, 400.0, 16, {values, log_scale});

  EXPECT_EQ(values[0], 1.0);
  EXPECT_NEAR(values[1], std::exp(-1.0), tolerance::closed_form);
  EXPECT_EQ(values[2], 0.0);
  EXPECT_NEAR(log_scale, 600.0 - std::log(4.0), 600.0 * tolerance::closed_form);
}

TEST(ExpShifted, DoesNotHideNaN) {
  const double exponents[] = {1.0, std::numeric_limits<double>::quiet_NaN()};
  std::vector<double> values(2);
  double log_scale = 0.0;

  exp_shifted(exponents, 0.0, 1, {values, log_scale});

  EXPECT_TRUE(std::isnan(log_scale));
}

}  // namespace
}  // namespace kapprox
