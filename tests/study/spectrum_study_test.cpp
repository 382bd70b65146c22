// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Studies of kind spectrum: exact attention beside itself, the rank of linear attention bounded by
// its features, refusals before anything runs.
#include "message_of.hpp"
#include "study/run.hpp"
#include "study/study_fixture.hpp"
#include "tolerances.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

std::string spectrum_study(const std::string& inputs, const std::string& methods) {
  return "kind = \"spectrum\"\nname = \"spectrum\"\nseed = 5\ntrials = 3\n[inputs]\n" + inputs +
         methods;
}

const std::string head = "source = \"gaussian\"\ndim = 8\nn = 24\nstd = 0.6\n";

Group run_spectrum(const std::string& inputs, const std::string& methods) {
  const ScratchFolder folder;
  run_text(spectrum_study(inputs, methods), folder / "a.h5");
  return root_of(folder / "a.h5");
}

TEST(SpectrumStudy, ExactAttentionIsItsOwnReference) {
  const Group root = run_spectrum(head + "mask = [\"none\", \"causal\"]\nwindow = [0, 3]\n",
                                  "[[methods]]\nmethod = \"exact\"\n");

  for (const char* name :
       {"numerical_rank", "effective_rank", "row_entropy", "top_1", "top_8", "sparsity"}) {
    for (std::size_t c = 0; c < 4; ++c)  // the method works in coordinates of the span
      EXPECT_NEAR(numbers_of(root, name).at(c),
                  numbers_of(root, std::string("exact_") + name).at(c), 30.0 * tolerance::spectrum)
          << name;
    EXPECT_EQ(numbers_of(root, std::string(name) + "_se"), std::vector<double>(4, 0.0)) << name;
  }
  EXPECT_EQ(texts_of(root, "status"), std::vector<std::string>(4, "ok"));
}

// Katharopoulos et al., "Transformers are RNNs", ICML 2020, section 3.2: weights are Φ_q Φ_kᵀ over
// its row sums, so their rank is at most D; a causal mask lifts that bound.
TEST(SpectrumStudy, LinearAttentionHasAtMostTheRankOfItsFeatures) {
  const Group root = run_spectrum(
      head + "mask = [\"none\", \"causal\"]\n",
      "[[methods]]\nmethod = \"linear\"\nfeature_map = { method = \"positive\", m = 6 }\n"
      "[[methods]]\nmethod = \"linear\"\nlabel = \"elu1\"\nfeature_map = \"elu1\"\n");

  const std::vector<double> ranks = numbers_of(root, "numerical_rank");
  const std::vector<double> dims = numbers_of(root, "case_feature_dim");
  EXPECT_EQ(dims[0], 6.0);
  EXPECT_EQ(ranks[0], 6.0);
  EXPECT_EQ(dims[2], 8.0);
  EXPECT_EQ(ranks[2], 8.0);
  EXPECT_EQ(ranks[1], 24.0);  // causal
  EXPECT_EQ(ranks[3], 24.0);
}

TEST(SpectrumStudy, AMethodWithoutWeightsIsRefusedBeforeAnythingRuns) {
  const ScratchFolder folder;

  const std::string message = message_of<InputError>([&] {
    run_text(spectrum_study(head, "[[methods]]\nmethod = \"noisy\"\n"), folder / "a.h5");
  });

  EXPECT_NE(message.find("has no weights, but must have them in a spectrum study"),
            std::string::npos)
      << message;
}

TEST(SpectrumStudy, WithoutAKeyToSeeThereIsNoRank) {
  const ScratchFolder folder;
  const Attributes described = {{"units", std::string("1")}, {"long_name", std::string("vectors")}};
  Group hidden;
  hidden.dimensions = {{"row", 2}, {"dim", 1}};
  for (const char* name : {"q", "k", "v"})
    hidden.variables.push_back({name, {"row", "dim"}, std::vector<double>{1.0, 2.0}, described});
  hidden.variables.push_back({"key_mask", {"row"}, std::vector<std::int64_t>{0, 0}, described});
  write_file(folder / "head.h5", {hidden});

  const Group root =
      run_spectrum("source = \"file\"\npath = \"" + (folder / "head.h5").string() + "\"\n",
                   "[[methods]]\nmethod = \"average\"\n");

  EXPECT_TRUE(std::isnan(numbers_of(root, "effective_rank").at(0)));
  EXPECT_EQ(texts_of(root, "status").at(0), "undefined");
}

TEST(SpectrumStudy, AHeadThatIsTooLongIsRefusedBeforeAnythingRuns) {
  const auto plan = [](const std::string& n) {
    return plan_of(spectrum_study("source = \"gaussian\"\ndim = 2\nstd = 0.1\nn = " + n + "\n",
                                  "[[methods]]\nmethod = \"average\"\n"));
  };

  EXPECT_EQ(message_of<InputError>([&] { plan("[8, 1025]"); }),
            "study.toml:5: inputs: a head has 1025 rows, but must have at most 1024 in a spectrum "
            "study, as the time of singular values grows with the cube; take a shorter one");
  EXPECT_NO_THROW(plan("1024"));
}

}  // namespace
}  // namespace kapprox
