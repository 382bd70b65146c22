// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Every unbiased shipped method agrees with its closed form, and as a group the z-scores are
// standard normal. Norms stay at or below 0.5, where the variance of a variance is honest.
#include "study/run.hpp"

#include "kolmogorov_smirnov.hpp"
#include "study/study_fixture.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace kapprox {
namespace {

TEST(Agreement, MeanAndVarianceOfEveryUnbiasedMethod) {
  const std::string study = R"(
kind = "kernel"
name = "agreement"
seed = 20211008
trials = 20_000
[inputs]
source = "plane"
dim = [4, 16, 64]
norm = [0.25, 0.5]
angle = [0.4, 1.5707963267948966, 2.7]
[[methods]]
method = "trig"
m = [8, 64, 100]
directions = ["iid", "orthogonal"]
[[methods]]
method = "positive"
m = [8, 64, 100]
directions = ["iid", "orthogonal"]
[[methods]]
method = "hyperbolic"
m = [8, 64, 100]
directions = ["iid", "orthogonal"]
)";
  const ScratchFolder folder;

  const RunReport report = run_text(study, folder / "a.h5", 2);

  const Group root = root_of(folder / "a.h5");
  const std::vector<double>& z_mean = numbers_of(root, "z_mean");
  const std::vector<double>& z_variance = numbers_of(root, "z_variance");
  ASSERT_EQ(report.points, 324);
  ASSERT_EQ(z_mean.size(), 324U);
  for (std::size_t point = 0; point < z_mean.size(); ++point) {
    const std::string& config = texts_of(root, "config_key").at(point / 18);
    EXPECT_LT(std::abs(z_mean[point]), tolerance::many_standard_errors) << config << point % 18;
    EXPECT_LT(std::abs(z_variance[point]), tolerance::many_standard_errors) << config << point % 18;
  }
}

class GroupOfScores : public testing::TestWithParam<const char*> {};

// One case and one config per independent draw: cases and methods of one draw are correlated.
TEST_P(GroupOfScores, IsStandardNormal) {
  std::string replicates;
  for (int i = 0; i < 200; ++i) replicates += (i > 0 ? ", " : "") + std::to_string(i);
  const std::string study =
      "kind = \"kernel\"\nname = \"scores\"\nseed = 20211008\ntrials = 2000\n[inputs]\n"
      "source = \"sphere\"\ndim = 16\nnorm = 0.4\nreplicate = [" +
      replicates + "]\n[[methods]]\n" + GetParam();
  const ScratchFolder folder;

  run_text(study, folder / "a.h5", 2);

  const Group root = root_of(folder / "a.h5");
  ASSERT_EQ(numbers_of(root, "z_mean").size(), 200U);
  EXPECT_LT(kolmogorov_smirnov(numbers_of(root, "z_mean"), normal_distribution),
            tolerance::kolmogorov_smirnov);
  EXPECT_LT(kolmogorov_smirnov(numbers_of(root, "z_variance"), normal_distribution),
            tolerance::kolmogorov_smirnov);
}

INSTANTIATE_TEST_SUITE_P(Configs, GroupOfScores,
                         testing::Values("method = \"trig\"\nm = 8\n",
                                         "method = \"positive\"\nm = 8\n",
                                         "method = \"trig\"\nm = 16\ndirections = \"orthogonal\"\n",
                                         "method = \"hyperbolic\"\nm = 8\n"
                                         "directions = \"orthogonal\"\n"));

}  // namespace
}  // namespace kapprox
