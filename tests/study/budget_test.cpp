// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A budget in place of m: the largest m that fits in every dimension of the study, and a sentence
// where there is none.
#include "message_of.hpp"
#include "study/plan.hpp"
#include "study/study_fixture.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

std::string study(const std::string& method) {
  return "kind = \"kernel\"\nname = \"budget\"\nseed = 1\ntrials = 10\n[inputs]\n"
         "source = \"plane\"\ndim = [4, 16]\nnorm = 0.5\nangle = 1.0\n[[methods]]\n" +
         method;
}

// Two dimensions of queries, keys and values.
std::string attention(const std::string& method) {
  return "kind = \"attention\"\nname = \"budget\"\nseed = 1\ntrials = 2\n[inputs]\n"
         "source = \"gaussian\"\ndim = [4, 16]\nn = 8\nstd = 0.5\n[[methods]]\n" +
         method;
}

double column(const Config& config, const std::string& name) {
  for (const ParameterColumn& one : config.built.columns)
    if (one.name == name) return std::get<double>(one.value);
  return -1.0;
}

std::string refusal(const std::string& method) {
  return message_of<InputError>([&] { plan_of(study(method)); });
}

std::string attention_refusal(const std::string& method) {
  return message_of<InputError>([&] { plan_of(attention(method)); });
}

TEST(Budget, TakesTheLargestMThatFits) {
  const Plan plan =
      plan_of(study("method = \"trig\"\nbudget = { feature_dim = [2, 65, 66] }\n"
                    "directions = [\"iid\", \"orthogonal\"]\n"));

  ASSERT_EQ(plan.configs.size(), 6U);
  EXPECT_EQ(column(plan.configs[0], "m"), 1.0);
  EXPECT_EQ(column(plan.configs[1], "m"), 32.0);
  EXPECT_EQ(column(plan.configs[2], "m"), 33.0);
  EXPECT_EQ(column(plan.configs[2], "budget"), 66.0);
  EXPECT_EQ(plan.configs[1].key, "trig{centre=none,directions=iid,m=32} within feature_dim 65");
  EXPECT_EQ(plan.configs[5].key,
            "trig{centre=none,directions=orthogonal,m=33} within feature_dim 66");
}

TEST(Budget, CountsProjectionsWhereAsked) {
  const Plan plan = plan_of(study("method = \"trig\"\nbudget = { projections = 65 }\n"));

  EXPECT_EQ(column(plan.configs[0], "m"), 65.0);
}

// Attention methods have no m of their own: the one inside is chosen, however deep.
TEST(Budget, ChoosesTheMOfTheMethodInside) {
  const Plan plan =
      plan_of(attention("method = \"linear\"\nfeature_map = [\"positive\", { method = \"trig\" }]\n"
                        "budget = { feature_dim = [64, 65] }\n"));

  ASSERT_EQ(plan.configs.size(), 4U);
  EXPECT_EQ(column(plan.configs[0], "feature_map_m"), 64.0);
  EXPECT_EQ(column(plan.configs[1], "feature_map_m"), 65.0);
  EXPECT_EQ(column(plan.configs[2], "feature_map_m"), 32.0);
  EXPECT_EQ(column(plan.configs[3], "feature_map_m"), 32.0);
  EXPECT_EQ(column(plan.configs[3], "budget"), 65.0);
  EXPECT_NE(plan.configs[3].key.find("m=32},storage="), std::string::npos);
  EXPECT_NE(plan.configs[3].key.find(" within feature_dim 65"), std::string::npos);
}

TEST(Budget, ReachesThroughMethodsInsideOfMethods) {
  const Plan plan = plan_of(
      attention("method = \"local\"\nwindow = 4\ninner = { method = \"linear\", feature_map = "
                "{ method = \"trig\" } }\nbudget = { projections = 10 }\n"));

  EXPECT_EQ(column(plan.configs[0], "inner_feature_map_m"), 10.0);
  EXPECT_EQ(std::get<std::string>(plan.configs[0].built.columns.back().value), "projections");
}

TEST(Budget, OfAMethodInsideIsRefusedInOneSentence) {
  EXPECT_EQ(
      attention_refusal("method = \"linear\"\nfeature_map = { method = \"positive\", budget = "
                        "{ feature_dim = 64 } }\n"),
      "study.toml:12: methods.linear: feature_map.budget is given, but must stand beside "
      "feature_map, where it chooses the m inside; write budget = { feature_dim = 64 } in "
      "the table [[methods]] itself");
  EXPECT_EQ(
      attention_refusal("method = \"linear\"\nfeature_map = { method = \"positive\", m = 8 }\n"
                        "budget = { feature_dim = 64 }\n"),
      "study.toml:13: methods.linear: budget and feature_map.m are both given, but must not "
      "be; remove one");
  EXPECT_EQ(attention_refusal("method = \"linear\"\nfeature_map = \"trig\"\n"
                              "budget = { feature_dim = 1 }\n"),
            "study.toml:13: methods.linear: budget.feature_dim is 1, but must be at least 2, what "
            "linear takes at feature_map.m = 1; raise it");
  EXPECT_EQ(attention_refusal("method = \"exact\"\nbudget = { feature_dim = 64 }\n"),
            "study.toml:12: methods.exact: budget is given, but exact has no m to choose; give its "
            "own parameters instead");
}

TEST(Budget, IsRefusedInOneSentence) {
  EXPECT_EQ(refusal("method = \"trig\"\nbudget = { feature_dim = 1 }\n"),
            "study.toml:12: methods.trig: budget.feature_dim is 1, but must be at least 2, what "
            "trig takes at m = 1; raise it");
  EXPECT_EQ(refusal("method = \"trig\"\nm = 4\nbudget = { feature_dim = 64 }\n"),
            "study.toml:13: methods.trig: budget and m are both given, but must not be; remove "
            "one");
  EXPECT_EQ(refusal("method = \"taylor\"\ndegree = 2\nbudget = { feature_dim = 64 }\n"),
            "study.toml:13: methods.taylor: budget is given, but taylor has no m to choose; give "
            "its own parameters instead");
  EXPECT_EQ(refusal("method = \"trig\"\nbudget = { features = 64 }\n"),
            "study.toml:12: methods.trig: budget is about 'features', but must be { feature_dim = "
            "[64, 256] } or { projections = [64, 256] }; change it");
  EXPECT_EQ(refusal("method = \"trig\"\nbudget = { feature_dim = 64, projections = 8 }\n"),
            "study.toml:12: methods.trig: budget is about feature_dim and projections, but must be "
            "about one: { feature_dim = [64, 256] } or { projections = [64, 256] }; keep one, and "
            "give the other to a second [[methods]] table");
  EXPECT_EQ(refusal("method = \"trig\"\nbudget = { feature_dim = 0 }\n"),
            "study.toml:12: methods.trig: budget.feature_dim is 0, but must be whole numbers of at "
            "least 1; change it");
  EXPECT_EQ(refusal("method = \"trig\"\nbudget = 64\n"),
            "study.toml:12: methods.trig: budget is 64, but must be { feature_dim = [64, 256] } or "
            "{ projections = [64, 256] }; change it");
}

}  // namespace
}  // namespace kapprox
