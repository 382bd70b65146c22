// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The scorer and the softmax method that newcomers copy do what their pages say.
#include "loading/loader.hpp"
#include "methods/build.hpp"
#include "tolerances.hpp"

#include <kapprox/block_scorer.hpp>
#include <kapprox/softmax_method.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>

namespace kapprox {
namespace {

const std::filesystem::path libraries = std::filesystem::path(KAPPROX_BINARY_DIR) / "lib/kapprox";

class OtherTemplates : public testing::Test {
 protected:
  OtherTemplates() {
    load_plugin_folders(registry_, {libraries / "plugins", libraries / "template"});
  }

  // Of the keys (1, 0), (3, 2) and (−2, 4).
  double score(const std::string& scorer, std::map<std::string, GivenValue> parameters,
               const std::array<double, 2>& query) const {
    const BuiltMethod built =
        build_method(registry_, Kind::scorer, {scorer, std::move(parameters)}, "test");
    const PreparedScorer prepared =
        dynamic_cast<const BlockScorer&>(*built.method).prepare({2, ConstMatrixView{}});
    const std::unique_ptr<BlockSummary> block = prepared.begin_block();
    for (const std::array<double, 2>& key :
         {std::array<double, 2>{1.0, 0.0}, {3.0, 2.0}, {-2.0, 4.0}})
      block->add(key);
    return block->score(query);
  }

  // Weights, and the log-sum-exp after them.
  std::vector<double> capped(double cap, std::vector<double> row) const {
    const BuiltMethod built =
        build_method(registry_, Kind::softmax, {"template_softcap", {{"cap", cap}}}, "test");
    const double value = dynamic_cast<const SoftmaxMethod&>(*built.method).weights(row, row);
    row.push_back(value);
    return row;
  }

  Registry registry_;
};

TEST_F(OtherTemplates, AreNotAmongTheMethodsThatAreLoadedByDefault) {
  Registry shipped;

  load_plugin_folders(shipped, plugin_folders({}));

  EXPECT_NE(shipped.find(Kind::scorer, "mean"), nullptr);
  EXPECT_EQ(shipped.find(Kind::scorer, "template_mean"), nullptr);
  EXPECT_EQ(shipped.find(Kind::softmax, "template_softcap"), nullptr);
}

// Bit for bit: the same running mean.
TEST_F(OtherTemplates, AScorerThatForgetsNothingIsMean) {
  const std::array<double, 2> query = {0.3, -0.7};

  const double mine = score("template_mean", {}, query);

  EXPECT_EQ(mine, score("mean", {}, query));
}

// share = 1/2: centres (1, 0), (2, 1), (0, 5/2).
TEST_F(OtherTemplates, AScorerForgetsHalfOfTheKeysBefore) {
  const std::array<double, 2> query = {1.0, 2.0};

  const double found = score("template_mean", {{"share", 0.5}}, query);

  EXPECT_DOUBLE_EQ(found, std::log(3.0) + 5.0);
}

// Logits 2 artanh(0), 2 artanh(1/2), 2 artanh(−3/4) at cap 2: capped 0, 1, −3/2.
TEST_F(OtherTemplates, LogitsAreCapped) {
  const std::vector<double> logits = {0.0, 2.0 * std::atanh(0.5), -2.0 * std::atanh(0.75)};
  const double mass = 1.0 + std::exp(1.0) + std::exp(-1.5);

  const std::vector<double> found = capped(2.0, logits);

  EXPECT_NEAR(found[0], 1.0 / mass, tolerance::closed_form);
  EXPECT_NEAR(found[1], std::exp(1.0) / mass, tolerance::closed_form);
  EXPECT_NEAR(found[2], std::exp(-1.5) / mass, tolerance::closed_form);
  EXPECT_NEAR(found[3], std::log(mass), tolerance::closed_form);
}

TEST_F(OtherTemplates, NoWeightExceedsAnotherByMoreThanTheCapAllows) {
  const std::vector<double> logits = {1e6, -1e6};

  const std::vector<double> found = capped(1.5, logits);

  EXPECT_NEAR(std::log(found[0] / found[1]), 3.0, tolerance::closed_form);
}

}  // namespace
}  // namespace kapprox
