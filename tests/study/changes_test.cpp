// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// --set: what it changes, and what it refuses.
#include "study/study.hpp"

#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

const std::string text = R"(kind = "kernel"
name = "set"
seed = 1
trials = 10
[[inputs]]
source = "plane"
dim = 64
[[methods]]
method = "trig"
m = [16, 64]
[[methods]]
method = "trig"
label = "wide.one"
m = 512
map = { method = "positive", m = 8 }
)";

Study changed(const std::vector<std::string>& changes) {
  return parse_study(text, "s.toml", changes);
}

std::string refusal(const std::string& change) {
  return message_of<InputError>([&] { changed({change}); });
}

std::int64_t integer(const GivenValue& value) { return std::get<std::int64_t>(value); }

TEST(SetChanges, ReachEveryPlaceOfAStudy) {
  const Study study = changed({"trials=1000", "name=other", "inputs.0.dim=[4, 16]",
                               "methods.trig.m=128", "methods.wide.one.m=[1, 2]",
                               "methods.wide.one.map.m=[3, 4, 5]", "methods.trig.directions=iid"});

  EXPECT_EQ(study.trials, 1000);
  EXPECT_EQ(study.name, "other");
  EXPECT_EQ(std::get<std::int64_t>(study.inputs[0].axes.at("dim")[1]), 16);
  EXPECT_EQ(integer(study.methods[0].axes[0].values[0]), 128);
  EXPECT_EQ(study.methods[0].axes[1].name, "directions");  // new keys come last
  EXPECT_EQ(std::get<std::string>(study.methods[0].axes[1].values[0]), "iid");
  EXPECT_EQ(integer(study.methods[1].axes[0].values[1]), 2);
  EXPECT_EQ(study.methods[1].axes[1].values.size(), 3U);
}

// A method given by its name alone is the same as a table of that name.
TEST(SetChanges, ReachParametersOfAMethodGivenByItsName) {
  const Study study =
      parse_study(text + "first = \"positive\"\n", "s.toml", {"methods.wide.one.first.m=8"});

  const MethodAxis& first = study.methods[1].axes[2];
  ASSERT_EQ(first.name, "first");
  const MethodSpec& spec = *std::get<std::shared_ptr<MethodSpec>>(first.values[0]);
  EXPECT_EQ(spec.method, "positive");
  EXPECT_EQ(integer(spec.parameters.at("m")), 8);
  EXPECT_EQ(first.where, "--set methods.wide.one.first.m=8: methods.wide.one");
}

TEST(SetChanges, StandAfterTheStudyAsComments) {
  const Study study = changed({"trials=1000"});

  EXPECT_EQ(study.text, text + "# --set trials=1000\n");
}

TEST(SetChanges, AreCheckedLikeTheFile) {
  EXPECT_EQ(
      refusal("trials=0"),
      "--set trials=0: trials is 0, but must be an integer from 1 to 1099511627776; change it");
  EXPECT_EQ(refusal("trials=many"),
            "--set trials=many: trials is \"many\", but must be an integer from 1 to "
            "1099511627776; change it");
  EXPECT_EQ(refusal("trails=5"),
            "--set trails=5: a key of the study is 'trails', but must be kind, name, seed, trials, "
            "keep, reduce, inputs or methods; did you mean 'trials'?");
  EXPECT_EQ(refusal("methods.trig.m=[]"),
            "--set methods.trig.m=[]: methods.trig: m is an empty list, but must be a list of at "
            "least one value; give a value or remove the key");
}

TEST(SetChanges, WithoutAPlaceAreRefused) {
  EXPECT_EQ(refusal("trials"),
            "--set trials: the change has no '=' after a name, but must be NAME=VALUE; write one, "
            "as in trials=1000");
  EXPECT_EQ(refusal("methods.trigg.m=5"),
            "--set methods.trigg.m=5: 'trigg' is no label of this study, but must be trig or "
            "wide.one; did you mean 'trig'?");
  EXPECT_EQ(refusal("methods.trig=5"),
            "--set methods.trig=5: the key is 'methods.trig', but must name a parameter too; add "
            "it, as in methods.trig.m=64");
  EXPECT_EQ(refusal("methods=5"),
            "--set methods=5: 'methods' is a table, but must be one of its keys; name one, as in "
            "methods.trig.m");
  EXPECT_EQ(refusal("inputs.dim=5"),
            "--set inputs.dim=5: 'dim' is no table of [[inputs]], but must be a number from 0 to "
            "0; name one, as in inputs.0.dim");
  EXPECT_EQ(
      refusal("input.0.dim=5"),
      "--set input.0.dim=5: 'input' is no table of this study, but must be inputs or methods; "
      "did you mean 'inputs'?");
  EXPECT_EQ(refusal("methods.trig.m.x=5"),
            "--set methods.trig.m.x=5: 'm' is a list, but must be a method to have parameters; "
            "name it first, as in m.method=NAME");
  EXPECT_EQ(refusal("methods.trig.first.m=5"),
            "--set methods.trig.first.m=5: 'first' is not given, but must be a method to have "
            "parameters; name it first, as in first.method=NAME");
  EXPECT_EQ(refusal("methods.trig.m=[16, 64"),
            "--set methods.trig.m=[16, 64: the value is '[16, 64', but must be a number, a word, "
            "true, false, a list like [16, 64], or a table like { method = \"trig\", m = 8 }; put "
            "quotes around the change for the shell");
}

}  // namespace
}  // namespace kapprox
