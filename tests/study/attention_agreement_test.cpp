// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Numbers of attention studies: linear attention against its theory, and case S1
// (lucidrains/performer-pytorch#69).
#include "study/run.hpp"

#include "study/study_fixture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace kapprox {
namespace {

Group run_study_of(std::int64_t trials, const std::string& inputs, const std::string& methods) {
  const ScratchFolder folder;
  run_text("kind = \"attention\"\nname = \"agreement\"\nseed = 5\ntrials = " +
               std::to_string(trials) + "\n[inputs]\n" + inputs + methods,
           folder / "a.h5");
  return root_of(folder / "a.h5");
}

double number(const Group& root, const std::string& variable, std::size_t point) {
  return numbers_of(root, variable).at(point);
}

// First order in the variance of features: 1/256 of it is left out, far within the standard error.
TEST(AttentionAgreement, VarianceOfLinearAttentionAgreesWithTheory) {
  const std::string inputs =
      "source = \"gaussian\"\ndim = 8\nn = 16\nstd = 0.2\nmask = [\"none\", \"causal\"]\n";
  std::string methods;
  for (const char* map : {"positive", "hyperbolic", "trig"})
    methods += std::string("[[methods]]\nmethod = \"linear\"\nlabel = \"") + map +
               "\"\nfeature_map = { method = \"" + map + "\", m = 256 }\n";

  const Group root = run_study_of(150, inputs, methods);

  for (std::size_t point = 0; point < 6; ++point) {
    EXPECT_LT(std::abs(number(root, "z_variance", point)), 4.0) << point;
    EXPECT_LT(number(root, "variance_se", point), 0.1 * number(root, "variance", point));
    EXPECT_LT(number(root, "theory_bias_squared", point), number(root, "variance", point));
  }
}

// Squared norms of 1.4, then of 0.6: what the keys share cancels in the output, so its variance by
// theory stays small where the normaliser, and with it the first order, is lost. Few trials already
// show that theory is far from what is measured.
TEST(AttentionAgreement, NoScoreWhereTheNormaliserScatters) {
  const std::string inputs = "source = \"gaussian\"\ndim = 16\nn = 32\nstd = [0.3, 0.2]\n";
  const std::string methods =
      "[[methods]]\nmethod = \"linear\"\nfeature_map = { method = \"positive\", m = 4096 "
      "}\n";

  const Group root = run_study_of(20, inputs, methods);

  EXPECT_LT(number(root, "theory_variance", 0), 0.1);
  EXPECT_GT(number(root, "theory_normaliser_variance", 0), 0.02);
  EXPECT_TRUE(std::isnan(number(root, "z_variance", 0)));
  EXPECT_EQ(texts_of(root, "status").at(0), "ok");
  EXPECT_NE(texts_of(root, "message").at(0).find("first-order theory does not hold here"),
            std::string::npos);
  EXPECT_LT(number(root, "theory_normaliser_variance", 1), 0.02);
  EXPECT_LT(std::abs(number(root, "z_variance", 1)), 4.0);
  EXPECT_EQ(texts_of(root, "message").at(1), "");
}

// Case S1: d = 128, n = 24, m = 1024, unit inputs at scale 1/√d, and a quarter of them. Numbers of
// the report: 147 ± 17 %, 3.7 ± 0.4 %, with ε 71.9 ± 2.9 % as averaging (72.0 ± 2.9 %).
TEST(AttentionAgreement, EpsilonCollapsesToAveragingAndIsCalledSo) {
  const std::string inputs =
      "source = \"gaussian\"\ndim = 128\nn = 24\nstd = [0.29730177875068026, "
      "0.07432544468767006]\nreplicate = [0, 1, 2]\n";
  const std::string linear =
      "[[methods]]\nmethod = \"linear\"\nlabel = \"plain\"\n[methods.feature_map]\n"
      "method = \"positive\"\nm = 1024\ndirections = \"orthogonal\"\n"
      "[[methods]]\nmethod = \"linear\"\nlabel = \"epsilon\"\n[methods.feature_map]\n"
      "method = \"performer\"\nm = 1024\ndirections = \"orthogonal\"\nepsilon = 1e-4\n";

  const Group root = run_study_of(2, inputs, linear);

  double plain = 0.0;
  double quarter = 0.0;
  double epsilon = 0.0;
  for (std::size_t c = 0; c < 3; ++c) {  // std varies slower than replicate
    plain += number(root, "absolute_error", c) / 3;
    quarter += number(root, "absolute_error", 3 + c) / 3;
    epsilon += number(root, "absolute_error", 6 + c) / 3;
    EXPECT_EQ(texts_of(root, "status").at(6 + c), "collapsed");
    EXPECT_NE(texts_of(root, "status").at(c), "collapsed");
    EXPECT_NE(texts_of(root, "status").at(3 + c), "collapsed");
    EXPECT_LT(number(root, "uniform_distance", 6 + c), 0.07);
    EXPECT_NEAR(number(root, "exact_uniform_distance", c), 0.38, 0.04);
    EXPECT_NEAR(number(root, "error", 6 + c), number(root, "average_error", c), 0.02);
  }
  EXPECT_NEAR(plain, 1.47, 4 * 0.17);
  EXPECT_NEAR(quarter, 0.037, 4 * 0.004);
  EXPECT_NEAR(epsilon, 0.719, 4 * 0.029);
}

}  // namespace
}  // namespace kapprox
