// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What `kapprox check` computes, against closed forms and case S1c: positive features on unit
// inputs of d = 128 (lucidrains/performer-pytorch issue 69), where 1024 directions cannot work.
#include "study/feasibility.hpp"

#include "loading/loader.hpp"
#include "stats/median.hpp"
#include "study/predicted_cost.hpp"
#include "tolerances.hpp"

#include <kapprox/registry.hpp>
#include <kapprox/vector_math.hpp>

#include <cmath>
#include <ctime>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace kapprox {

namespace {

const Registry& registry() {
  static const Registry* const loaded = [] {
    auto* r = new Registry;  // plugins are never unloaded, so neither is what they enrolled
    load_plugin_folders(*r, {KAPPROX_BINARY_DIR "/lib/kapprox/plugins"});
    return r;
  }();
  return *loaded;
}

Plan plan_of(const std::string& inputs, const std::string& methods, int trials = 1000) {
  const std::string text =
      fmt::format("kind = \"kernel\"\nname = \"t\"\nseed = 3\ntrials = {}\n[inputs]\n{}\n{}",
                  trials, inputs, methods);
  return make_plan(parse_study(text, "test.toml", {}), registry());
}

const char* const orthogonal_positive =
    "[[methods]]\nmethod = \"positive\"\nm = 1024\ndirections = \"orthogonal\"";

// Unit inputs with logit scale 1/√128, and the same times `factor`.
std::string unit_inputs(double factor) {
  return fmt::format("source = \"gaussian\"\ndim = 128\nn = 24\nstd = {}",
                     factor * std::pow(128.0, -0.25));
}

// Median over the cases of log(exp(‖q + k‖²) − 1): the law of one positive feature.
double median_log_variance(const Plan& plan) {
  std::vector<double> values;
  for (const InputProblem& problem : plan.problems)
    for (const Case& c : problem.cases) {
      const auto q = problem.queries.row(c.query);
      const auto k = problem.keys.row(c.key);
      values.push_back(std::log(std::expm1(dot(q, q) + 2 * dot(q, k) + dot(k, k))));
    }
  return median(values);
}

}  // namespace

TEST(Feasibility, UnitInputsCannotWorkWithPositiveFeatures) {
  const Plan plan = plan_of(unit_inputs(1.0), orthogonal_positive);

  const ConfigFeasibility f = judge_feasibility(plan).front();

  EXPECT_EQ(f.verdict, Verdict::infeasible);
  EXPECT_EQ(f.points, 24 * 24);
  EXPECT_EQ(f.judged, 24 * 24);
  EXPECT_EQ(f.infeasible, 24 * 24);
  EXPECT_EQ(f.heavy_tailed, 24 * 24);
  // coupling between orthogonal directions is invisible beside a variance of e^22
  EXPECT_NEAR(f.median_log10_variance_per_direction * std::log(10.0), median_log_variance(plan),
              tolerance::coupling_beside_huge_variance);
  EXPECT_NEAR(f.median_log10_variance_per_direction, std::log10(6.7e9),
              tolerance::median_of_24_tokens_log10);
  EXPECT_DOUBLE_EQ(f.median_log10_directions_needed, f.median_log10_variance_per_direction + 2.0);
  ASSERT_TRUE(f.effective_features.has_value());
  EXPECT_GT(*f.effective_features, 1.5);  // 3 of 1024 over many inputs, these are 24 tokens
  EXPECT_LT(*f.effective_features, 6.0);
}

// Case S1c asked of the attention itself: the map inside of linear is judged.
TEST(Feasibility, AttentionIsJudgedByTheMapInside) {
  const std::string head =
      "kind = \"attention\"\nname = \"t\"\nseed = 3\ntrials = 20\n[inputs]\n" + unit_inputs(1.0);
  const std::string linear =
      "\n[[methods]]\nmethod = \"linear\"\nfeature_map = { method = \"positive\", m = 1024, "
      "directions = \"orthogonal\" }\n[[methods]]\nmethod = \"exact\"\n";
  const Plan plan = make_plan(parse_study(head + linear, "test.toml", {}), registry());

  const std::vector<ConfigFeasibility> all = judge_feasibility(plan);

  EXPECT_EQ(all[0].verdict, Verdict::infeasible);
  EXPECT_EQ(all[0].judged, 24 * 24);
  EXPECT_EQ(all[0].feature_dim, 1024);
  EXPECT_NEAR(all[0].median_log10_variance_per_direction, std::log10(6.7e9),
              tolerance::median_of_24_tokens_log10);
  EXPECT_NEAR(all[0].median_log10_directions_needed, std::log10(6.7e11),
              tolerance::median_of_24_tokens_log10);
  EXPECT_GT(*all[0].effective_features, 1.5);
  EXPECT_LT(*all[0].effective_features, 6.0);
  EXPECT_EQ(all[1].verdict, Verdict::unknown);
}

TEST(Feasibility, QuarterInputsWork) {
  const Plan plan = plan_of(unit_inputs(0.25), orthogonal_positive);

  const ConfigFeasibility f = judge_feasibility(plan).front();

  EXPECT_EQ(f.verdict, Verdict::ok);
  EXPECT_EQ(f.infeasible, 0);
  EXPECT_LT(f.median_relative_deviation, feasible_relative_error);
  EXPECT_LT(f.median_log10_directions_needed, std::log10(1024.0));
  EXPECT_GT(*f.effective_features, 100.0);
}

TEST(Feasibility, OnePairAgreesWithTheClosedForm) {
  // x = y, ‖x‖ = 0.5: ‖x + y‖² = 1, so one direction has relative variance e − 1
  const Plan plan = plan_of("source = \"plane\"\ndim = 8\nnorm = 0.5\nangle = 0.0",
                            "[[methods]]\nmethod = \"positive\"\nm = 100");

  const ConfigFeasibility f = judge_feasibility(plan).front();

  const double one = std::expm1(1.0);
  EXPECT_NEAR(f.median_log10_variance_per_direction, std::log10(one), tolerance::closed_form);
  EXPECT_NEAR(f.median_relative_deviation, std::sqrt(one / 100), tolerance::closed_form);
  EXPECT_NEAR(f.median_log10_directions_needed, std::log10(one / 0.01), tolerance::closed_form);
  EXPECT_EQ(f.verdict, Verdict::infeasible);  // 13 %, and 172 directions would do
}

TEST(Feasibility, EnoughDirectionsForSomePointsOnly) {
  const Plan plan = plan_of("source = \"plane\"\ndim = 8\nnorm = 1.0\nangle = [0.0, 3.14]",
                            "[[methods]]\nmethod = \"positive\"\nm = 64");

  const ConfigFeasibility f = judge_feasibility(plan).front();

  EXPECT_EQ(f.verdict, Verdict::partly_infeasible);
  EXPECT_EQ(f.infeasible, 1);
}

TEST(Feasibility, BiasIsNotMendedByDirections) {
  const Plan plan = plan_of("source = \"plane\"\ndim = 8\nnorm = 1.5\nangle = 0.0",
                            "[[methods]]\nmethod = \"taylor\"\ndegree = 1");

  const ConfigFeasibility f = judge_feasibility(plan).front();

  EXPECT_FALSE(f.random);
  EXPECT_EQ(f.verdict, Verdict::infeasible);
  EXPECT_NEAR(f.median_relative_error, 1 - (1 + 2.25) * std::exp(-2.25), tolerance::closed_form);
  EXPECT_EQ(f.median_relative_deviation, 0.0);
  EXPECT_TRUE(std::isnan(f.median_log10_directions_needed));
  EXPECT_FALSE(f.effective_features.has_value());
}

TEST(Feasibility, SignsCancelInTheEffectiveNumber) {
  // opposite vectors of norm 2: every trigonometric product is of size near ±1/m and they cancel to
  // e^-8; without their signs some two thirds of the 128 would count
  const Plan plan = plan_of("source = \"plane\"\ndim = 8\nnorm = 2.0\nangle = 3.14159265",
                            "[[methods]]\nmethod = \"trig\"\nm = 64");

  const ConfigFeasibility f = judge_feasibility(plan).front();

  EXPECT_LT(*f.effective_features, 10.0);
}

TEST(Feasibility, HugeNormsStayFinite) {
  const Plan plan = plan_of("source = \"plane\"\ndim = 8\nnorm = 63.2\nangle = [0.0, 1.5]",
                            "[[methods]]\nmethod = \"positive\"\nm = 64");

  const ConfigFeasibility f = judge_feasibility(plan).front();

  EXPECT_EQ(f.verdict, Verdict::infeasible);
  EXPECT_TRUE(std::isfinite(f.median_log10_variance_per_direction));
  EXPECT_GT(f.median_log10_directions_needed, 1000.0);
  EXPECT_TRUE(std::isfinite(*f.effective_features));
}

TEST(Feasibility, LargeStudiesAreJudgedOnEvenlySpreadPoints) {
  const Plan plan = plan_of("source = \"gaussian\"\ndim = 16\nstd = 0.1\npairs = 500",
                            "[[methods]]\nmethod = \"positive\"\nm = 8");
  FeasibilityOptions options;
  options.most_points = 100;

  const ConfigFeasibility f = judge_feasibility(plan, options).front();

  EXPECT_EQ(f.points, 500);
  EXPECT_EQ(f.judged, 100);
}

TEST(Feasibility, StopsWhenItsTimeIsOverAndSaysWhatIsLeftOut) {
  const Plan plan = plan_of(unit_inputs(1.0), orthogonal_positive);
  FeasibilityOptions none;
  none.seconds = 0.0;
  FeasibilityOptions ample;
  ample.seconds = 1000.0;

  const ConfigFeasibility unseen = judge_feasibility(plan, none).front();
  const ConfigFeasibility seen = judge_feasibility(plan, ample).front();

  EXPECT_EQ(unseen.judged, 0);
  EXPECT_EQ(unseen.left_out, unseen.points);
  EXPECT_EQ(unseen.verdict, Verdict::unknown);
  EXPECT_GT(seen.judged, 0);
  EXPECT_EQ(seen.left_out, 0);
}

TEST(PredictedCost, BeginsNoTrialOfHours) {
  const Plan plan = plan_of("source = \"plane\"\ndim = 1024\nnorm = 0.5\nangle = 1.0",
                            "[[methods]]\nmethod = \"trig\"\nm = [8, 16_777_216]");

  const PredictedCost cost = predict_cost(plan, 0.05);

  EXPECT_EQ(cost.timed, 1);
  EXPECT_GT(cost.seconds, 1000.0 * 1.0);  // 1000 trials of 3e10 multiply-adds and more
}

Plan attention_plan(int rows, const std::string& methods) {
  const std::string text = fmt::format(
      "kind = \"attention\"\nname = \"t\"\nseed = 3\ntrials = 2\n[inputs]\nsource = "
      "\"gaussian\"\ndim = 4\nstd = 0.5\nn = {}\n{}",
      rows, methods);
  return make_plan(parse_study(text, "test.toml", {}), registry());
}

// 3.6e9 logits take seconds, whatever the methods take.
TEST(PredictedCost, KnowsTheExactAnswersWithoutMakingThemAll) {
  const Plan plan = attention_plan(60'000, "[[methods]]\nmethod = \"average\"");
  const std::clock_t begin = std::clock();

  const PredictedCost cost = predict_cost(plan, 0.05);

  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_EQ(cost.timed, 1);  // on the first rows
  EXPECT_GT(cost.exact_seconds, 1.0);
  EXPECT_LT(cost.exact_seconds, 1000.0);
  EXPECT_LT(seconds, 0.5 * cost.exact_seconds);
}

TEST(PredictedCost, ScalesWhatWasTimedOnFirstRowsToAll) {
  const std::string methods = "[[methods]]\nmethod = \"exact\"";

  const PredictedCost once = predict_cost(attention_plan(30'000, methods), 0.05);
  const PredictedCost tenfold = predict_cost(attention_plan(300'000, methods), 0.05);

  EXPECT_EQ(once.timed, 1);
  EXPECT_GT(tenfold.exact_seconds, 10 * once.exact_seconds);  // a hundred times, as below
  EXPECT_GT(tenfold.seconds, 10 * once.seconds);
}

// 2048² weights with 64 features: at the speed of the slowest methods, no trial would be begun.
TEST(PredictedCost, FirstRowsTellThatTrialsAreShort) {
  const std::string linear =
      "[[methods]]\nmethod = \"linear\"\nfeature_map = { method = \"positive\", m = 64 }";

  const PredictedCost cost = predict_cost(attention_plan(2048, linear), 0.2);

  EXPECT_EQ(cost.timed, 1);
}

// A short head: made whole and timed.
TEST(PredictedCost, TimesTheExactAnswersThatFit) {
  const PredictedCost cost =
      predict_cost(attention_plan(64, "[[methods]]\nmethod = \"average\""), 0.05);

  EXPECT_GT(cost.exact_seconds, 0.0);
  EXPECT_LT(cost.exact_seconds, 0.1);
  EXPECT_EQ(cost.timed, 1);
}

TEST(PredictedCost, GrowsWithTrialsAndKnowsThatDeterministicConfigsRunOnce) {
  const std::string inputs = "source = \"gaussian\"\ndim = 32\nstd = 0.1\nn = 16";
  const std::string methods =
      "[[methods]]\nmethod = \"positive\"\nm = 64\n[[methods]]\nmethod = \"taylor\"\ndegree = 2";
  const double quick = 0.05;  // s

  const PredictedCost few = predict_cost(plan_of(inputs, methods, 1000), quick);
  const PredictedCost many = predict_cost(plan_of(inputs, methods, 100'000), quick);

  EXPECT_EQ(few.trials, 1001);
  EXPECT_EQ(many.trials, 100'001);
  EXPECT_GT(few.seconds, 0.0);
  EXPECT_GT(many.seconds, 10 * few.seconds);  // a hundred times, measured on a shared machine
}

}  // namespace kapprox
