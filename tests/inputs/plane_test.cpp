// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "plane": one problem per dim, exact geometry, the same key whatever norms and angles.
#include "inputs/specs.hpp"

#include <cmath>
#include <numbers>
#include <set>

namespace kapprox {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Plane, OneProblemPerDimAndACasePerNormAndAngle) {
  const InputSpec spec = spec_of("plane", {{"dim", {std::int64_t{4}, std::int64_t{64}}},
                                           {"norm", {0.5, 1.0}},
                                           {"angle", {0.0, 1.0, pi}}});

  const std::vector<InputProblem> problems = make_problems(spec, 1);

  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[0].key, "plane/dim=4");
  EXPECT_EQ(problems[1].key, "plane/dim=64");
  EXPECT_EQ(problems[1].ambient_dim, 64);
  EXPECT_TRUE(problems[1].spans_fixed_plane);
  EXPECT_EQ(problems[1].queries.cols(), 2);
  EXPECT_EQ(problems[1].keys.cols(), 2);
  EXPECT_EQ(problems[1].logit_scale, 1.0);
  EXPECT_EQ(problems[1].cases.size(), 6U);
}

TEST(Plane, CaseNamesItsCoordinates) {
  const InputSpec spec =
      spec_of("plane", {{"dim", {std::int64_t{64}}}, {"norm", {0.5}}, {"angle", {1.25}}});

  const InputProblem problem = make_problems(spec, 1).front();

  const Case& one = problem.cases.front();
  EXPECT_EQ(one.key_text, "plane/dim=64/query_norm=0.5/key_norm=0.5/angle=1.25");
  EXPECT_EQ(text(one, "source"), "plane");
  EXPECT_EQ(number(one, "dim"), 64.0);
  EXPECT_EQ(number(one, "norm"), 0.5);
  EXPECT_EQ(number(one, "query_norm"), 0.5);
  EXPECT_EQ(number(one, "key_norm"), 0.5);
  EXPECT_EQ(number(one, "angle"), 1.25);
}

TEST(Plane, ProductsAreTheirFormula) {
  const InputSpec spec = spec_of("plane", {{"dim", {std::int64_t{3}}},
                                           {"query_norm", {0.5, 2.0}},
                                           {"key_norm", {1.5, 3.0}},
                                           {"angle", {0.25, 0.5 * pi, 2.0}}});

  const InputProblem problem = make_problems(spec, 1).front();

  ASSERT_EQ(problem.cases.size(), 12U);
  std::set<std::string> keys;
  for (const Case& one : problem.cases) {
    keys.insert(one.key_text);
    const double r_q = number(one, "query_norm");
    const double r_k = number(one, "key_norm");
    EXPECT_NEAR(product(problem, one), r_q * r_k * std::cos(number(one, "angle")),
                tolerance::plane_product * r_q * r_k)
        << one.key_text;
  }
  EXPECT_EQ(keys.size(), 12U);
}

TEST(Plane, EndsAndMiddleOfTheAngleAreExact) {
  const InputSpec spec = spec_of(
      "plane", {{"dim", {std::int64_t{2}}}, {"norm", {1.1}}, {"angle", {0.0, 0.5 * pi, pi}}});

  const InputProblem problem = make_problems(spec, 1).front();

  EXPECT_EQ(product(problem, problem.cases[0]), 1.1 * 1.1);
  EXPECT_EQ(product(problem, problem.cases[1]), 0.0);
  EXPECT_EQ(product(problem, problem.cases[2]), -(1.1 * 1.1));
  EXPECT_EQ(problem.keys(problem.cases[2].key, 0), -1.1);
  EXPECT_EQ(problem.keys(problem.cases[2].key, 1), 0.0);
}

TEST(Plane, SeedChangesNothing) {
  const InputSpec spec =
      spec_of("plane", {{"dim", {std::int64_t{8}}}, {"norm", {1.0}}, {"angle", {1.0}}});

  const InputProblem one = make_problems(spec, 1).front();
  const InputProblem two = make_problems(spec, 2).front();

  EXPECT_EQ(one.key, two.key);
  EXPECT_EQ(one.keys(0, 1), two.keys(0, 1));
}

}  // namespace
}  // namespace kapprox
