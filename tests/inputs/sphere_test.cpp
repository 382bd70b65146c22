// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "sphere": unit vectors that depend on seed, dim and replicate alone.
#include "inputs/specs.hpp"

#include <cmath>
#include <numbers>

namespace kapprox {
namespace {

std::vector<InputProblem> sphere(AxesGiven axes, std::uint64_t seed = 7) {
  if (axes.count("dim") == 0) axes["dim"] = {std::int64_t{16}};
  return make_problems(spec_of("sphere", std::move(axes)), seed);
}

TEST(Sphere, RowsHaveTheirNormAndCoordinatesAgree) {
  const InputProblem problem = sphere({{"norm", {0.5, 2.0}}, {"pairs", {std::int64_t{3}}}}).front();

  EXPECT_EQ(problem.key, "sphere/dim=16/replicate=0");
  ASSERT_EQ(problem.cases.size(), 6U);
  EXPECT_EQ(problem.cases[4].key_text, "sphere/dim=16/replicate=0/pair=1/norm=2");
  for (const Case& one : problem.cases) {
    const double r = number(one, "norm");
    double squared = 0.0;
    for (const double value : problem.queries.row(one.query)) squared += value * value;
    EXPECT_NEAR(std::sqrt(squared), r, tolerance::pair_geometry * r);
    EXPECT_NEAR(product(problem, one), r * r * std::cos(number(one, "angle")),
                tolerance::pair_geometry * r * r);
  }
}

TEST(Sphere, DirectionsAreTheSameForEveryNormAndNumberOfPairs) {
  const InputProblem few = sphere({{"norm", {0.5}}, {"pairs", {std::int64_t{2}}}}).front();
  const InputProblem many = sphere({{"norm", {1.0, 0.5}}, {"pairs", {std::int64_t{5}}}}).front();

  const Case& of_few = few.cases[1];    // norm 0.5, pair 1
  const Case& of_many = many.cases[6];  // norm 0.5, pair 1
  EXPECT_EQ(of_few.key_text, of_many.key_text);
  for (Index j = 0; j < 16; ++j) {
    EXPECT_EQ(few.queries(of_few.query, j), many.queries(of_many.query, j));
    EXPECT_EQ(few.keys(of_few.key, j), many.keys(of_many.key, j));
  }
}

TEST(Sphere, ReplicatesDimsSidesAndSeedsDiffer) {
  const std::vector<InputProblem> problems =
      sphere({{"norm", {1.0}}, {"replicate", {std::int64_t{0}, std::int64_t{1}}}});
  const InputProblem other_seed = sphere({{"norm", {1.0}}}, 8).front();

  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[1].key, "sphere/dim=16/replicate=1");
  EXPECT_NE(problems[0].queries(0, 0), problems[1].queries(0, 0));
  EXPECT_NE(problems[0].queries(0, 0), problems[0].keys(0, 0));
  EXPECT_NE(problems[0].queries(0, 0), other_seed.queries(0, 0));
  EXPECT_EQ(problems[0].key, other_seed.key);
}

TEST(Sphere, UnitVectorsAreUniform) {
  // 4000 pairs in d = 3: E cos θ = 0 with variance 1/3, E cos² θ = 1/3 with variance 4/45.
  const InputProblem problem =
      sphere({{"dim", {std::int64_t{3}}}, {"norm", {1.0}}, {"pairs", {std::int64_t{4000}}}})
          .front();
  double first = 0.0;
  double second = 0.0;

  for (const Case& one : problem.cases) {
    const double cosine = product(problem, one);
    first += cosine / 4000;
    second += cosine * cosine / 4000;
  }

  EXPECT_LT(std::abs(first) / std::sqrt(1.0 / 3 / 4000), tolerance::standard_errors);
  EXPECT_LT(std::abs(second - 1.0 / 3) / std::sqrt(4.0 / 45 / 4000), tolerance::standard_errors);
}

TEST(Sphere, NormZeroHasNoAngleProblem) {
  const InputProblem problem = sphere({{"norm", {0.0}}}).front();

  EXPECT_EQ(product(problem, problem.cases[0]), 0.0);
  EXPECT_TRUE(std::isfinite(number(problem.cases[0], "angle")));  // of the unit vectors
}

}  // namespace
}  // namespace kapprox
