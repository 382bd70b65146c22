// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The sources of whole problems: clusters, needle and heavy_tail.
#include "inputs/specs.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

std::vector<InputProblem> made(const std::string& source, AxesGiven axes) {
  if (axes.count("dim") == 0) axes["dim"] = {std::int64_t{8}};
  return make_problems(spec_of(source, std::move(axes)), 7, CaseUnit::problem);
}

double logit(const InputProblem& problem, Index i, Index j) {
  return dot(problem.queries.row(i), problem.keys.row(j));
}

TEST(WholeSources, ClustersWithoutSpreadAreTheirCentres) {
  const InputProblem problem = made("clusters", {{"n", {std::int64_t{6}}},
                                                 {"clusters", {std::int64_t{3}}},
                                                 {"norm", {2.0}},
                                                 {"std", {0.0}}})
                                   .front();

  for (Index i = 0; i < 6; ++i) {
    EXPECT_NEAR(logit(problem, i, (i + 3) % 6), 4.0, tolerance::pair_geometry * 4.0);
    EXPECT_LT(logit(problem, i, (i + 1) % 6), 3.9);
  }
  EXPECT_NE(problem.values(0, 0), problem.values(3, 0));  // own noise on the cluster's mean
}

TEST(WholeSources, SpreadAndNormScaleTheSameDraw) {
  const std::vector<InputProblem> problems = made("clusters", {{"n", {std::int64_t{4}}},
                                                               {"clusters", {std::int64_t{1}}},
                                                               {"norm", {1.0}},
                                                               {"std", {0.0, 0.5, 1.0}}});

  for (Index j = 0; j < 8; ++j) {
    const double half = problems[1].keys(2, j) - problems[0].keys(2, j);
    EXPECT_NEAR(problems[2].keys(2, j) - problems[0].keys(2, j), 2.0 * half,
                tolerance::pair_geometry);
  }
}

TEST(WholeSources, MoreClustersThanFitAreRefused) {
  const std::string message = message_of<InputError>([] {
    made("clusters", {{"n", {std::int64_t{4}}},
                      {"clusters", {std::int64_t{1'000'000'000}}},
                      {"norm", {1.0}},
                      {"std", {0.5}}});
  });

  EXPECT_NE(message.find("clusters makes 1000000000 rows, but must be at most 1000000"),
            std::string::npos)
      << message;
}

TEST(WholeSources, TheNeedleStandsWhereItIsPut) {
  const InputProblem problem =
      made("needle",
           {{"n", {std::int64_t{40}}}, {"gap", {25.0}}, {"std", {0.1}}, {"position", {0.25}}})
          .front();

  for (Index i = 0; i < 40; ++i)
    for (Index j = 0; j < 40; ++j) {
      if (j == 10)
        EXPECT_NEAR(logit(problem, i, j), 25.0, 5.0);  // noise of standard deviation 0.7
      else
        EXPECT_NEAR(logit(problem, i, j), 0.0, 5.0);
    }
}

// For Student's t in d dimensions ‖x‖²/d has the median of F(d, tail): about 1.2 at 8 and 3 degrees
// of freedom, whereas its mean is 3.
TEST(WholeSources, HeavyTailsHaveFewLongRows) {
  const InputProblem problem =
      made("heavy_tail", {{"n", {std::int64_t{4000}}}, {"tail", {std::int64_t{3}}}, {"std", {1.0}}})
          .front();
  std::vector<double> squares;
  for (Index i = 0; i < 4000; ++i)
    squares.push_back(dot(problem.queries.row(i), problem.queries.row(i)) / 8.0);
  std::sort(squares.begin(), squares.end());

  // Quantiles of F(8, 3) at 0.5 and 0.95: 1.1627 and 8.8452 (SciPy's f.ppf); 4 binomial standard
  // errors.
  EXPECT_NEAR(static_cast<double>(std::lower_bound(squares.begin(), squares.end(), 1.1627) -
                                  squares.begin()) /
                  4000.0,
              0.5, 4.0 * std::sqrt(0.25 / 4000.0));
  EXPECT_NEAR(static_cast<double>(std::lower_bound(squares.begin(), squares.end(), 8.8452) -
                                  squares.begin()) /
                  4000.0,
              0.95, 4.0 * std::sqrt(0.95 * 0.05 / 4000.0));
}

TEST(WholeSources, LongerProblemsKeepTheirFirstRows) {
  const std::vector<InputProblem> problems = made(
      "heavy_tail",
      {{"n", {std::int64_t{3}, std::int64_t{5}}}, {"tail", {std::int64_t{2}}}, {"std", {1.0}}});

  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 8; ++j) EXPECT_EQ(problems[0].keys(i, j), problems[1].keys(i, j));
  EXPECT_EQ(problems[0].key, problems[1].key);
  EXPECT_NE(problems[0].cases[0].key_text, problems[1].cases[0].key_text);
}

TEST(WholeSources, MasksAreCases) {
  const InputProblem problem =
      made("needle", {{"n", {std::int64_t{4}}},
                      {"gap", {1.0}},
                      {"std", {1.0}},
                      {"mask", {std::string("none"), std::string("causal")}}})
          .front();

  ASSERT_EQ(problem.cases.size(), 2U);
  EXPECT_TRUE(problem.cases[1].mask.causal);
  EXPECT_EQ(problem.cases[1].key_text,
            "needle/dim=8/replicate=0/gap=1/std=1/position=0.5/n=4/mask=causal/window=0");
}

TEST(WholeSources, AreNoSourcesOfPairs) {
  const std::string message =
      message_of<InputError>([] { make_problems(spec_of("needle", {}), 1, CaseUnit::pair); });

  EXPECT_NE(message.find("source is \"needle\", which gives whole problems alone, but must be "
                         "plane, sphere, gaussian or file where the cases of a study are pairs"),
            std::string::npos)
      << message;
}

}  // namespace
}  // namespace kapprox
