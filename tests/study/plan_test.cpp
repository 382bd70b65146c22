// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Plans: what a study expands to, and parameters that mean nothing (scikit-learn#24748 accepted 0
// features).
#include "study/plan.hpp"

#include "message_of.hpp"
#include "study/study_fixture.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

const std::string text = R"(kind = "kernel"
name = "plan"
seed = 1
trials = 10
[inputs]
source = "plane"
dim = [4, 16]
norm = [0.5, 1.0]
angle = 1.0
[[methods]]
method = "trig"
m = [8, 16]
directions = ["iid", "orthogonal"]
[[methods]]
method = "normal"
label = "reference"
)";

std::string refusal(const std::vector<std::string>& changes) {
  return message_of<InputError>([&] { plan_of(text, changes); });
}

TEST(Plan, ExpandsMethodsAndInputsInFileOrder) {
  const Plan plan = plan_of(text);

  ASSERT_EQ(plan.configs.size(), 5U);
  EXPECT_EQ(plan.configs[0].key, "trig{centre=none,directions=iid,m=8}");
  EXPECT_EQ(plan.configs[1].key, "trig{centre=none,directions=orthogonal,m=8}");
  EXPECT_EQ(plan.configs[4].key, "reference: normal{spread=0.1}");
  EXPECT_EQ(plan.problems.size(), 2U);
  EXPECT_EQ(plan.case_count, 4);
}

struct Meaningless {
  std::string change;
  std::string message;
};

class MeaninglessParameters : public testing::TestWithParam<Meaningless> {};

TEST_P(MeaninglessParameters, AreRefusedInOneSentence) {
  const Meaningless& given = GetParam();

  const std::string message = refusal({given.change});

  EXPECT_EQ(message, given.message);
}

const Meaningless table[] = {
    {"methods.trig.m=0",
     "--set methods.trig.m=0: methods.trig: m is 0, but must be a whole number from 1 to 16777216; "
     "change it."},
    {"methods.trig.m=-1",
     "--set methods.trig.m=-1: methods.trig: m is -1, but must be a whole number from 1 to "
     "16777216; change it."},
    {"methods.trig.m=2.5",
     "--set methods.trig.m=2.5: methods.trig: m is 2.5, but must be a whole number from 1 to "
     "16777216; change it."},
    {"methods.trig.m=many",
     "--set methods.trig.m=many: methods.trig: m is the text \"many\", but must be a whole number "
     "from 1 to 16777216; change it."},
    {"methods.trig.mm=3",
     "--set methods.trig.mm=3: methods.trig: mm is not a parameter of trig, but must be one of m, "
     "directions or centre; remove it."},
    {"inputs.dim=0",
     "study.toml:5 with --set inputs.dim=0: inputs: dim is 0, but must be a whole number of at "
     "least 2; change it"},
    {"inputs.source=plain",
     "study.toml:5: inputs: source is \"plain\", but must be plane, sphere, gaussian, "
     "uniform, two_point, clusters, needle, grouped, heavy_tail or file; change it"},
    {"inputs.norms=0.5",
     "study.toml:5 with --set inputs.norms=0.5: inputs: norms is unknown to the source plane, but "
     "must be one of dim, norm, query_norm, key_norm or angle; did you mean norm?"},
    {"methods.trig.m=[8, 8]",
     "study.toml:10: methods.trig: trig{centre=none,directions=iid,m=8} is listed twice, but must "
     "be listed once; remove the repeated value"},
};

// The names that follow grow with the plugins.
TEST(Plan, UnknownMethodsAreRefusedWithTheKnownOnes) {
  const std::string method = refusal({"methods.trig.method=trick"});
  const std::string nested = refusal({"methods.trig.directions=random"});

  EXPECT_EQ(method.rfind("study.toml:10: methods.trick: method is \"trick\", but must be a kernel "
                         "method: ",
                         0),
            0U)
      << method;
  EXPECT_EQ(
      nested.rfind("--set methods.trig.directions=random: methods.trig: directions: method is "
                   "\"random\", but must be a directions method: ",
                   0),
      0U)
      << nested;
}

INSTANTIATE_TEST_SUITE_P(Table, MeaninglessParameters, testing::ValuesIn(table));

TEST(Plan, RefusesProblemsThatDirectionsCannotServeAtTheirLine) {
  const std::string own = refusal({"inputs.dim=3668", "methods.trig.directions=qmc"});
  const std::string in_file = message_of<InputError>([] {
    plan_of(R"(kind = "kernel"
name = "plan"
seed = 1
trials = 10
[inputs]
source = "plane"
dim = [4, 3668]
norm = 0.5
angle = 1.0
[[methods]]
method = "hybrid"
m = 8
directions = "qmc"
)");
  });

  const std::string why =
      "directions: qmc: the dimension is 3668, but must be at most 3667, where the table of Sobol "
      "numbers ends; choose other directions";
  EXPECT_EQ(own, "--set methods.trig.directions=qmc: methods.trig: " + why);
  EXPECT_EQ(in_file, "study.toml:13: methods.hybrid: " + why);
}

TEST(Plan, RefusesProblemsThatAMethodCannotServeWhereverItStands) {
  const std::string head = R"(kind = "kernel"
name = "plan"
seed = 1
trials = 10
[inputs]
source = "plane"
dim = 4
norm = [0.5, 20000.0]
angle = 1.0
[[methods]]
)";
  const auto refused = [&](const std::string& methods) {
    return message_of<InputError>([&] { plan_of(head + methods); });
  };

  const std::string alone = refused("method = \"gegenbauer\"\nm = 8\ndegree = 4\n");
  const std::string inside = refused(
      "method = \"hybrid_sum\"\nbases = [{ method = \"taylor\", degree = 1 }, "
      "{ method = \"poisson\", m = 8 }]\n");

  EXPECT_EQ(alone,
            "study.toml:10: methods.gegenbauer: gegenbauer: the product of mean norms is "
            "100005000.0625, but must be at most 10^6; scale queries and keys down");
  EXPECT_EQ(inside.substr(0, inside.find(" is ")),
            "study.toml:12: methods.hybrid_sum: bases[1]: poisson: the fitted rate");
}

}  // namespace
}  // namespace kapprox
