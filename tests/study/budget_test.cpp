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

double column(const Config& config, const std::string& name) {
  for (const ParameterColumn& one : config.built.columns)
    if (one.name == name) return std::get<double>(one.value);
  return -1.0;
}

std::string refusal(const std::string& method) {
  return message_of<InputError>([&] { plan_of(study(method)); });
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
