// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "gaussian": entries N(0, std²); std scales the draw and never changes it.
#include "inputs/specs.hpp"

#include <cmath>

namespace kapprox {
namespace {

std::vector<InputProblem> gaussian(AxesGiven axes) {
  axes["dim"] = {std::int64_t{8}};
  return make_problems(spec_of("gaussian", std::move(axes)), 7);
}

TEST(Gaussian, MatchedRowsByPairs) {
  const InputProblem problem = gaussian({{"std", {0.5}}, {"pairs", {std::int64_t{4}}}}).front();

  EXPECT_EQ(problem.key, "gaussian/dim=8/replicate=0");
  ASSERT_EQ(problem.cases.size(), 4U);
  EXPECT_EQ(problem.cases[3].query, 3);
  EXPECT_EQ(problem.cases[3].key, 3);
  EXPECT_EQ(number(problem.cases[3], "pair"), 3.0);
  EXPECT_EQ(problem.cases[3].key_text, "gaussian/dim=8/replicate=0/std=0.5/pair=3");
}

TEST(Gaussian, AllPairsByN) {
  const InputProblem problem = gaussian({{"std", {0.5}}, {"n", {std::int64_t{3}}}}).front();

  ASSERT_EQ(problem.cases.size(), 9U);
  EXPECT_EQ(problem.cases[5].query, 1);
  EXPECT_EQ(problem.cases[5].key, 2);
  EXPECT_EQ(problem.cases[5].key_text, "gaussian/dim=8/replicate=0/std=0.5/query=1/key=2");
}

TEST(Gaussian, StdScalesTheSameDraw) {
  const std::vector<InputProblem> problems = gaussian({{"std", {0.5, 2.0}}});

  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[0].key, problems[1].key);
  EXPECT_NE(problems[0].cases[0].key_text, problems[1].cases[0].key_text);
  for (Index j = 0; j < 8; ++j)
    EXPECT_EQ(4.0 * problems[0].queries(0, j), problems[1].queries(0, j));
}

TEST(Gaussian, CoordinatesDescribeThePair) {
  const InputProblem problem = gaussian({{"std", {1.0}}, {"n", {std::int64_t{4}}}}).front();

  for (const Case& one : problem.cases) {
    const double size = number(one, "query_norm") * number(one, "key_norm");
    EXPECT_NEAR(size * std::cos(number(one, "angle")), product(problem, one),
                tolerance::pair_geometry * size);
  }
}

TEST(Gaussian, EntriesHaveTheirVariance) {
  // 2000 rows of 8 for queries and keys: 32 000 numbers, Var(x²) = 2 std⁴.
  const InputProblem problem = gaussian({{"std", {0.25}}, {"pairs", {std::int64_t{2000}}}}).front();
  double mean_square = 0.0;

  for (const double value : problem.queries.values()) mean_square += value * value / 32000;
  for (const double value : problem.keys.values()) mean_square += value * value / 32000;

  EXPECT_LT(std::abs(mean_square - 0.0625) / (0.0625 * std::sqrt(2.0 / 32000)),
            tolerance::standard_errors);
}

}  // namespace
}  // namespace kapprox
