// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The shipped study of every method with a closed form: no z-score beyond 5, no method left out,
// and over independent draws the scores are standard normal.
#include "study/run.hpp"

#include "kolmogorov_smirnov.hpp"
#include "study/study_fixture.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace kapprox {
namespace {

double largest(const std::vector<double>& scores) {
  double most = 0.0;
  for (const double z : scores)
    if (std::isfinite(z)) most = std::max(most, std::abs(z));
  return most;
}

TEST(AgreementOfAll, NoScoreBeyondFive) {
  const ScratchFolder folder;

  const RunReport report = run_text(bytes_of(KAPPROX_SOURCE_DIR "/data/studies/agreement.toml"),
                                    folder / "a.h5", 2, {"trials=8000"});

  const Group root = root_of(folder / "a.h5");
  const std::vector<double>& z_mean = numbers_of(root, "z_mean");
  ASSERT_GT(report.points, 600);
  EXPECT_EQ(report.failed_points, 0);
  EXPECT_TRUE(std::all_of(z_mean.begin(), z_mean.end(), [](double z) { return std::isfinite(z); }));
  EXPECT_LT(largest(z_mean), tolerance::many_standard_errors);
  EXPECT_LT(largest(numbers_of(root, "z_variance")), tolerance::many_standard_errors);
}

// A new random method is in the study, or has no closed form.
TEST(AgreementOfAll, NoMethodIsLeftOut) {
  const std::set<std::string> deterministic = {"taylor", "power", "exp_limit", "elu1"};
  const Plan plan = plan_of(bytes_of(KAPPROX_SOURCE_DIR "/data/studies/agreement.toml"));
  std::set<std::string> studied;
  for (const Config& config : plan.configs) studied.insert(config.built.entry->name);

  for (const MethodEntry* entry : test_registry().all()) {
    if (entry->kind != Kind::kernel || entry->plugin.empty()) continue;  // the tests' own
    EXPECT_NE(studied.count(entry->name), deterministic.count(entry->name)) << entry->name;
  }
}

// Every config has replicates of its own, so that all scores are independent.
TEST(AgreementOfAll, ScoresAreStandardNormalAsAGroup) {
  const std::vector<std::string> methods = {
      "method = \"trig\"\nm = 8\ndirections = \"simplex\"\n",
      "method = \"positive\"\nm = 8\ndirections = \"regularised\"\n",
      "method = \"hyperbolic\"\nm = 8\ncentre = \"keys\"\n",
      "method = \"oprf\"\nm = 8\n",
      "method = \"sderf\"\nm = 8\nantithetic = true\n",
      "method = \"performer\"\nm = 8\nepsilon = 0.01\nstabiliser = \"none\"\n",
      "method = \"hybrid\"\nm = 8\nn = 3\nweight = \"angular\"\n",
      "method = \"hybrid\"\nm = 8\nn = 3\nweight = \"gaussian\"\nshared = false\n",
      "method = \"hybrid\"\nm = 8\nweight = \"cosine\"\n",
      "method = \"hybrid_sum\"\nbases = [{ method=\"trig\", m=8 }, { method=\"positive\", m=8 }]\n",
      "method = \"oracle_hybrid\"\nm = 8\n",
      "method = \"random_maclaurin\"\nm = 16\n",
      "method = \"tensor_sketch\"\ndegree = 3\nbuckets = 8\n",
      "method = \"exp\"\nm = 8\n"};
  constexpr int replicates = 40;
  std::vector<double> scores;
  const ScratchFolder folder;

  for (std::size_t i = 0; i < methods.size(); ++i) {
    std::string ids;
    for (int r = 0; r < replicates; ++r)
      ids += (r > 0 ? ", " : "") + std::to_string(static_cast<int>(i) * replicates + r);
    run_text(
        "kind = \"kernel\"\nname = \"scores\"\nseed = 3\ntrials = 2000\n[inputs]\n"
        "source = \"sphere\"\ndim = 6\nnorm = 0.4\nreplicate = [" +
            ids + "]\n[[methods]]\n" + methods[i],
        folder / (std::to_string(i) + ".h5"), 2);
    const Group root = root_of(folder / (std::to_string(i) + ".h5"));
    const std::vector<double>& z = numbers_of(root, "z_mean");
    scores.insert(scores.end(), z.begin(), z.end());
  }

  ASSERT_EQ(scores.size(), methods.size() * replicates);
  EXPECT_LT(kolmogorov_smirnov(scores, normal_distribution), tolerance::kolmogorov_smirnov);
}

}  // namespace
}  // namespace kapprox
