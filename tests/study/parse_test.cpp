// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Study files: what is read, and the one sentence of everything that is not a study.
#include "study/study.hpp"

#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

const std::string valid = R"(kind   = "kernel"
name   = "parse"
seed   = 20211008
trials = 10_000

[inputs]
source = "plane"
dim    = 64
norm   = [0.5, 1.0]
angle  = { from = 0.0, to = 3.141592653589793, count = 5 }

[[methods]]
method     = "trig"
m          = [16, 64]
directions = ["iid", "orthogonal"]
)";

// `valid` with one line replaced ("" removes it) or, where `line` is 0, text added at the end.
std::string with(int line, const std::string& replacement) {
  if (line == 0) return valid + replacement;
  std::string text;
  int number = 0;
  std::size_t begin = 0;
  while (begin < valid.size()) {
    const std::size_t end = valid.find('\n', begin);
    ++number;
    text += (number == line ? replacement : valid.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return text;
}

std::string refusal(const std::string& text, const std::vector<std::string>& changes = {}) {
  return message_of<InputError>([&] { parse_study(text, "s.toml", changes); });
}

TEST(ParseStudy, ReadsScalarsAxesAndRanges) {
  const Study study = parse_study(valid, "s.toml", {});

  EXPECT_EQ(study.kind, "kernel");
  EXPECT_EQ(study.seed, 20211008U);
  EXPECT_EQ(study.trials, 10'000);
  EXPECT_EQ(study.keep, 0);
  EXPECT_TRUE(study.reduce);
  ASSERT_EQ(study.inputs.size(), 1U);
  const auto& angle = study.inputs[0].axes.at("angle");
  ASSERT_EQ(angle.size(), 5U);
  EXPECT_EQ(std::get<double>(angle.front()), 0.0);
  EXPECT_EQ(std::get<double>(angle.back()), 3.141592653589793);
  EXPECT_EQ(study.inputs[0].lines.at("norm"), 9);
}

TEST(ParseStudy, AxesKeepTheOrderOfTheFile) {
  const Study study = parse_study(valid, "s.toml", {});

  ASSERT_EQ(study.methods.size(), 1U);
  ASSERT_EQ(study.methods[0].axes.size(), 2U);
  EXPECT_EQ(study.methods[0].axes[0].name, "m");  // alphabetically, directions would be first
  EXPECT_EQ(study.methods[0].axes[1].name, "directions");
  EXPECT_EQ(study.methods[0].label, "trig");
  EXPECT_EQ(study.methods[0].where, "s.toml:12: methods.trig");
  EXPECT_EQ(study.methods[0].axes[0].where, "s.toml:14: methods.trig");
}

TEST(ParseStudy, NestedMethodTablesAreAxesToo) {
  const std::string text = with(
      15, "feature_map = { method = \"positive\", m = [8, 16], directions = [\"iid\", \"qmc\"] }");

  const Study study = parse_study(text, "s.toml", {});

  const auto& axis = study.methods[0].axes[1].values;
  ASSERT_EQ(axis.size(), 4U);
  const MethodSpec& second = *std::get<std::shared_ptr<MethodSpec>>(axis[1]);
  EXPECT_EQ(second.method, "positive");
  EXPECT_EQ(std::get<std::int64_t>(second.parameters.at("m")), 8);
  EXPECT_EQ(std::get<std::string>(second.parameters.at("directions")), "qmc");
}

TEST(ParseStudy, RangesOfIntegersStayIntegers) {
  const Study study = parse_study(with(14, "m = { from = 8, to = 32, count = 4 }"), "s.toml", {});

  const auto& axis = study.methods[0].axes[0].values;
  ASSERT_EQ(axis.size(), 4U);
  EXPECT_EQ(std::get<std::int64_t>(axis[1]), 16);
}

TEST(ParseStudy, SeveralInputsAreNumbered) {
  std::string text = with(6, "[[inputs]]");
  text += "[[inputs]]\nsource = \"sphere\"\ndim = 4\nnorm = 0.5\n";

  const Study study = parse_study(text, "s.toml", {});

  ASSERT_EQ(study.inputs.size(), 2U);
  EXPECT_EQ(study.inputs[1].source, "sphere");
  EXPECT_EQ(study.inputs[1].where, "s.toml:16: inputs.1");
}

TEST(ParseStudy, FlattensEveryKey) {
  const Study study = parse_study(valid, "s.toml", {});

  const std::vector<std::pair<std::string, std::string>> expected = {
      {"kind", "\"kernel\""},
      {"name", "\"parse\""},
      {"seed", "20211008"},
      {"trials", "10000"},
      {"inputs.source", "\"plane\""},
      {"inputs.dim", "64"},
      {"inputs.norm", "[0.5, 1.0]"},
      {"inputs.angle", "{ from = 0.0, to = 3.141592653589793, count = 5 }"},
      {"methods.trig.method", "\"trig\""},
      {"methods.trig.m", "[16, 64]"},
      {"methods.trig.directions", "[\"iid\", \"orthogonal\"]"}};
  EXPECT_EQ(study.flat, expected);
}

struct Refusal {
  int line;
  std::string replacement;
  std::string message;
};

class ParseRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(ParseRefusals, SayWhereWhatAndWhatIsAllowed) {
  const Refusal& given = GetParam();

  const std::string message = refusal(with(given.line, given.replacement));

  EXPECT_EQ(message, given.message);
}

const Refusal refusals[] = {
    {3, "",
     "s.toml: seed is missing, but must be an integer from 0 to 9223372036854775807; add it"},
    {4, "trails = 100",
     "s.toml: trials is missing, but must be an integer, at least 1; did you mean it by 'trails' "
     "in line 4?"},
    {5, "trails = 100",
     "s.toml:5: a key of the study is 'trails', but must be kind, name, seed, trials, keep, "
     "reduce, "
     "inputs or methods; did you mean 'trials'?"},
    {4, "trials = 0",
     "s.toml:4: trials is 0, but must be an integer from 1 to 1099511627776; change it"},
    {4, "trials = 2.5",
     "s.toml:4: trials is 2.5, but must be an integer from 1 to 1099511627776; change it"},
    {4, "trials = \"many\"",
     "s.toml:4: trials is \"many\", but must be an integer from 1 to 1099511627776; change it"},
    {4, "trials = [10, 20]",
     "s.toml:4: trials is a list, but must be an integer from 1 to 1099511627776; change it"},
    {3, "seed = -1",
     "s.toml:3: seed is -1, but must be an integer from 0 to 9223372036854775807; change it"},
    {1, "kind = \"spectral\"",
     "s.toml:1: kind is \"spectral\", but must be one that exists in this version: kernel, "
     "attention, spectrum, scaling, series or blocks; did you mean 'spectrum'?"},
    {1, "kind = \"atention\"",
     "s.toml:1: kind is \"atention\", but must be one that exists in this version: kernel, "
     "attention, spectrum, scaling, series or blocks; did you mean 'attention'?"},
    {2, "name = \"a\\u0000b\"",
     "s.toml:2: name is a text with a control character, but must be a text without one; remove "
     "the character"},
    {15, "label = \"a\\nb\"",
     "s.toml:12: methods: label is a text with a control character, but must be a text without "
     "one; remove the character"},
    {2, "name = 7", "s.toml:2: name is 7, but must be a text; put it in quotes"},
    {5, "reduce = 1", "s.toml:5: reduce is 1, but must be true or false; change it"},
    {5, "keep = -1", "s.toml:5: keep is -1, but must be an integer from 0 to 1000000; change it"},
    {7, "",
     "s.toml:6: inputs: source is missing, but must be the name of an input source; write source = "
     "\"plane\", for instance"},
    {9, "norm = []",
     "s.toml:9: inputs: norm is an empty list, but must be a list of at least one value; give a "
     "value or remove the key"},
    {9, "norm = [[1.0]]",
     "s.toml:9: inputs: norm is a list of lists, but must be a value or a list of values; change "
     "it"},
    {9, "norm = 2021-10-08",
     "s.toml:9: inputs: norm is 2021-10-08, but must be a number, a text, true or false, a list of "
     "these, or { from = …, to = …, count = … }; change it"},
    {9, "norm = inf", "s.toml:9: inputs: norm is inf, but must be finite; give a number"},
    {9, "norm = { method = \"trig\" }",
     "s.toml:9: inputs: norm is a method, but must be a value or a list of values; change it"},
    {10, "angle = { from = 0.0, to = 1.0, count = 1 }",
     "s.toml:10: inputs: count of angle is 1, but must be at least 2; change it"},
    {10, "angle = { from = 0.0, to = 1.0 }",
     "s.toml:10: inputs: count of angle is missing, but must be an integer, at least 2; give one, "
     "such as 5"},
    {10, "angle = { from = 0.0, until = 1.0, count = 3 }",
     "s.toml:10: inputs: a key of the range angle is 'until', but must be from, to or count; "
     "change it"},
    {10, "angle = { from = 0.0, to = 1.0, count = 100_000_000 }",
     "s.toml:10: inputs: count of angle is an expansion to 100000000 times 1 values, but must be "
     "at most 1000000 in all; shorten the lists"},
    {13, "",
     "s.toml:12: methods: method is missing, but must be the name of a method; see kapprox list"},
    {15, "label = 3",
     "s.toml:12: methods.trig: label is 3, but must be a text that is not empty; change or remove "
     "it"},
    {0, "[[methods]]\nmethod = \"trig\"\nm = 8\n",
     "s.toml:16: methods.trig: label is \"trig\" as in s.toml:12: methods.trig, but must be "
     "different for every [[methods]]; give each use of one method its own label"},
    {14, "m = [16, 64",
     "s.toml:15: the file is not valid TOML at column 1: Error while parsing array: expected comma "
     "or closing ']', saw 'd'"},
};

INSTANTIATE_TEST_SUITE_P(Table, ParseRefusals, testing::ValuesIn(refusals));

TEST(ParseStudy, ATableThatIsNoArrayIsRefused) {
  std::string text = with(12, "[methods]");

  const std::string message = refusal(text);

  EXPECT_EQ(message,
            "s.toml:12: methods is a table, but must be tables [[methods]], at least one; write "
            "[[methods]] above the keys of each");
}

TEST(ParseStudy, AFileThatIsNotThereIsRefused) {
  const std::string message = message_of<InputError>([] { read_study("/nowhere/study.toml", {}); });

  EXPECT_EQ(message,
            "/nowhere/study.toml: the study cannot be read, but must be a TOML file; check the "
            "path");
}

}  // namespace
}  // namespace kapprox
