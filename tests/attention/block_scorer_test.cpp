// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The public calls of block scorers on one that counts: what is checked, what the hooks are told,
// and that a scorer is enrolled and nested like any other method.
#include "methods/build.hpp"

#include <kapprox/block_scorer.hpp>
#include <kapprox/error.hpp>
#include <kapprox/registry.hpp>

#include <gtest/gtest.h>

#include "message_of.hpp"

#include <limits>

namespace kapprox {
namespace {

// The score is ten times the number of keys plus the number of times that it settled, and a hundred
// for each time that it was told to finish.
class Counts final : public BlockSummary {
 public:
  using BlockSummary::BlockSummary;

 private:
  void do_add(std::span<const double>) override { before_last_ = size(); }
  void do_settle() override { ++settled_; }
  void do_finish() override { ++finished_; }
  double do_score(std::span<const double>) const override {
    return static_cast<double>(100 * finished_ + 10 * (before_last_ + 1) + settled_);
  }

  Index before_last_ = -1;
  Index settled_ = 0;
  Index finished_ = 0;
};

class Counting final : public BlockScorer {
 public:
  static void declare(Declarations& declarations) {
    declarations.boolean("calibrated", "needs calibration queries").otherwise(false);
  }
  explicit Counting(const Parameters& parameters) : calibrated_(parameters.boolean("calibrated")) {}

 private:
  ScorerClaims do_claims() const override { return {.uses_calibration = calibrated_}; }
  ScorerCost do_cost(Index keys, Index dim) const override {
    return {.summary_numbers = static_cast<double>(keys * dim)};
  }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    return [dim = problem.dim] { return std::make_unique<Counts>(dim); };
  }

  bool calibrated_;
};

// A method that is given a scorer.
class Outer final : public BlockScorer {
 public:
  static void declare(Declarations& declarations) {
    declarations.method(Kind::scorer, "scorer", "the scorer within").otherwise("counting");
  }
  explicit Outer(const Parameters& parameters) : inner_(parameters.method<BlockScorer>("scorer")) {}

 private:
  ScorerClaims do_claims() const override { return inner_->claims(); }
  ScorerCost do_cost(Index keys, Index dim) const override { return inner_->cost(keys, dim); }
  BlockMaker do_prepare(const ScorerProblem& problem) const override {
    return [scorer = inner_->prepare(problem)] { return scorer.begin_block(); };
  }

  std::shared_ptr<const BlockScorer> inner_;
};

Registry registry() {
  Registry made;
  made.enrol_plugin("test", [](Registry& r) {
    r.add<Counting>("counting", "counts keys", "none");
    r.add<Outer>("outer", "hands on another scorer", "none");
  });
  return made;
}

std::shared_ptr<const BlockScorer> scorer(const Registry& from, const MethodSpec& spec) {
  return std::dynamic_pointer_cast<const BlockScorer>(
      build_method(from, Kind::scorer, spec, "test").method);
}

TEST(BlockScorer, CountsKeysAndSettlesOncePerCall) {
  const Registry methods = registry();
  const std::shared_ptr<const BlockScorer> counting = scorer(methods, {"counting", {}});
  const Matrix keys(3, 2);
  const std::vector<double> query = {0.0, 0.0};
  const std::unique_ptr<BlockSummary> block = counting->prepare({.dim = 2}).begin_block();

  const double empty = block->score(query);
  block->add(keys);
  const double three = block->score(query);
  block->add(query);
  const double four = block->score(query);
  block->add(ConstMatrixView{nullptr, 0, 2, 2});

  EXPECT_EQ(empty, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(three, 31.0);
  EXPECT_EQ(four, 42.0);
  EXPECT_EQ(block->score(query), 42.0);
  EXPECT_EQ(block->size(), 4);
}

TEST(BlockScorer, FinishesOnceAndTakesNoKeyAfterwards) {
  const Registry methods = registry();
  const PreparedScorer prepared = scorer(methods, {"counting", {}})->prepare({.dim = 2});
  const std::vector<double> row = {0.0, 0.0};
  const std::unique_ptr<BlockSummary> block = prepared.begin_block();
  const std::unique_ptr<BlockSummary> empty = prepared.begin_block();
  block->add(row);

  block->finish();
  block->finish();
  empty->finish();

  EXPECT_EQ(block->score(row), 111.0);
  EXPECT_EQ(empty->score(row), -std::numeric_limits<double>::infinity());
  EXPECT_NE(
      message_of<Error>([&] { block->add(row); }).find("a key is added to a block that is full"),
      std::string::npos);
  EXPECT_THROW(empty->add(row), Error);
  EXPECT_EQ(block->size(), 1);
}

TEST(BlockScorer, RefusesOtherWidthsAndMissingCalibration) {
  const Registry methods = registry();
  const std::shared_ptr<const BlockScorer> plain = scorer(methods, {"counting", {}});
  const std::shared_ptr<const BlockScorer> calibrated =
      scorer(methods, {"counting", {{"calibrated", true}}});
  const Matrix rows(1, 2);
  const Matrix wide(1, 3);
  const std::unique_ptr<BlockSummary> block = plain->prepare({.dim = 2}).begin_block();

  EXPECT_THROW(block->add(wide), Error);
  EXPECT_THROW(block->score(wide.row(0)), Error);
  EXPECT_THROW(plain->prepare({.dim = 0}), Error);
  EXPECT_THROW(plain->prepare({.dim = 2, .calibration = wide}), Error);
  EXPECT_NE(message_of<Error>([&] {
              calibrated->prepare({.dim = 2});
            }).find("number of calibration queries is 0, but must be at least 1"),
            std::string::npos);
  EXPECT_NO_THROW(calibrated->prepare({.dim = 2, .calibration = rows}));
  EXPECT_EQ(block->size(), 0);
}

TEST(BlockScorer, IsEnrolledAndNestedLikeOtherMethods) {
  const Registry methods = registry();
  const std::vector<double> key = {1.0};

  const std::shared_ptr<const BlockScorer> outer = scorer(methods, {"outer", {}});
  const std::unique_ptr<BlockSummary> block = outer->prepare({.dim = 1}).begin_block();
  block->add(key);

  EXPECT_EQ(kind_name(Kind::scorer), "scorer");
  EXPECT_EQ(methods.find(Kind::scorer, "outer")->kind, Kind::scorer);
  EXPECT_EQ(methods.find(Kind::attention, "outer"), nullptr);
  EXPECT_EQ(outer->cost(32, 4).summary_numbers, 128.0);
  EXPECT_EQ(block->score(key), 11.0);
}

}  // namespace
}  // namespace kapprox
