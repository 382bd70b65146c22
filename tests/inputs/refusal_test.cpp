// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What [inputs] says about wrong tables: each sentence names file, line and key, what was given and
// what is allowed. Case S14 (scikit-learn/scikit-learn#24748: values that mean nothing accepted).
#include "inputs/specs.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <limits>

namespace kapprox {
namespace {

std::string refusal(const std::string& source, AxesGiven axes) {
  return message_of<InputError>([&] { make_problems(spec_of(source, std::move(axes)), 1); });
}

// A good plane (angle: line 6, dim: 7, norm: 8) with one key replaced or added.
std::string plane(const std::string& key, std::vector<InputValue> values) {
  AxesGiven axes = {{"angle", {1.0}}, {"dim", {std::int64_t{64}}}, {"norm", {0.5}}};
  axes[key] = std::move(values);
  return refusal("plane", std::move(axes));
}

TEST(InputsRefuse, NumbersThatMeanNothing) {
  EXPECT_EQ(plane("dim", {std::int64_t{0}}),
            "study.toml:7: inputs: dim is 0, but must be a whole number of at least 2; change it");
  EXPECT_EQ(plane("dim", {std::int64_t{1}}),
            "study.toml:7: inputs: dim is 1, but must be a whole number of at least 2; change it");
  EXPECT_EQ(
      plane("dim", {2.5}),
      "study.toml:7: inputs: dim is 2.5, but must be a whole number of at least 2; change it");
  EXPECT_EQ(
      plane("dim", {64.0}),
      "study.toml:7: inputs: dim is 64.0, but must be a whole number of at least 2; change it");
  EXPECT_EQ(plane("dim", {std::string("many")}),
            "study.toml:7: inputs: dim is \"many\", but must be a whole number of at least 2; "
            "change it");
  EXPECT_EQ(plane("norm", {-1.0}),
            "study.toml:8: inputs: norm is -1.0, but must be from 0 to 1e+150; change it");
  EXPECT_EQ(plane("norm", {std::numeric_limits<double>::quiet_NaN()}),
            "study.toml:8: inputs: norm is nan, but must be from 0 to 1e+150; change it");
  EXPECT_EQ(plane("norm", {std::numeric_limits<double>::infinity()}),
            "study.toml:8: inputs: norm is inf, but must be from 0 to 1e+150, because the squared "
            "norm beyond it leaves the range of double; lower it");
  EXPECT_EQ(plane("norm", {1e200}),
            "study.toml:8: inputs: norm is 1e+200, but must be from 0 to 1e+150, because the "
            "squared norm beyond it leaves the range of double; lower it");
  EXPECT_EQ(plane("norm", {true}),
            "study.toml:8: inputs: norm is true, but must be from 0 to 1e+150; change it");
  EXPECT_EQ(
      plane("angle", {3.2}),
      "study.toml:6: inputs: angle is 3.2, but must be from 0 to 3.141592653589793; lower it");
  EXPECT_EQ(plane("norm", {}),
            "study.toml:8: inputs: norm is an empty list, but must be at least one value; give a "
            "value or remove the table");
  EXPECT_EQ(plane("norm", {0.5, 0.5}),
            "study.toml:8: inputs: norm holds 0.5 twice, but must be a list of different values; "
            "remove one");
}

TEST(InputsRefuse, IntegersServeAsReals) {
  const InputSpec spec = spec_of(
      "plane",
      {{"angle", {std::int64_t{0}}}, {"dim", {std::int64_t{2}}}, {"norm", {std::int64_t{1}}}});

  EXPECT_EQ(make_problems(spec, 1).front().cases.front().key_text,
            "plane/dim=2/query_norm=1/key_norm=1/angle=0");
}

TEST(InputsRefuse, MissingKeysBeforeUnknownOnes) {
  EXPECT_EQ(refusal("plane", {{"dims", {std::int64_t{4}}}, {"angle", {1.0}}, {"norm", {1.0}}}),
            "study.toml:5: inputs: dim is missing, but the source plane must have it; add dim = …");
  EXPECT_EQ(refusal("plane", {{"dim", {std::int64_t{4}}}, {"angle", {1.0}}}),
            "study.toml:5: inputs: norm is missing, but must be given; add norm = …");
  EXPECT_EQ(refusal("plane", {{"dim", {std::int64_t{4}}}, {"angle", {1.0}}, {"query_norm", {1.0}}}),
            "study.toml:5: inputs: key_norm is missing, but must be given; add key_norm = …");
}

TEST(InputsRefuse, UnknownKeyGetsASuggestion) {
  EXPECT_EQ(plane("angel", {1.0}),
            "study.toml:6: inputs: angel is unknown to the source plane, but must be one of dim, "
            "norm, query_norm, key_norm or angle; did you mean angle?");
}

TEST(InputsRefuse, UnknownSourceGetsASuggestion) {
  EXPECT_EQ(
      refusal("plan", {}),
      "study.toml:5: inputs: source is \"plan\", but must be plane, sphere, gaussian, "
      "uniform, two_point, clusters, needle, grouped, heavy_tail or file; did you mean plane?");
}

TEST(InputsRefuse, NormBesideItsTwoParts) {
  EXPECT_EQ(plane("key_norm", {1.0}),
            "study.toml:9: inputs: norm is given beside query_norm or key_norm, but must be given "
            "alone; remove norm, or both others");
}

TEST(InputsRefuse, SphereAndGaussian) {
  const std::vector<InputValue> eight = {std::int64_t{8}};
  const std::vector<InputValue> zero = {std::int64_t{0}};

  EXPECT_EQ(
      refusal("sphere", {{"dim", eight}, {"norm", {1.0}}, {"pairs", zero}}),
      "study.toml:8: inputs: pairs is 0, but must be a whole number of at least 1; change it");
  EXPECT_EQ(refusal("sphere", {{"dim", eight}, {"norm", {1.0}}, {"replicate", {std::int64_t{-1}}}}),
            "study.toml:8: inputs: replicate is -1, but must be a whole number of at least 0; "
            "change it");
  EXPECT_EQ(refusal("gaussian", {{"dim", eight}, {"std", {0.0}}}),
            "study.toml:7: inputs: std is 0.0, but must be above 0 and at most 1e+140; change it");
  EXPECT_EQ(refusal("gaussian", {{"dim", eight}, {"n", eight}, {"pairs", eight}, {"std", {1.0}}}),
            "study.toml:7: inputs: n is given beside pairs, but must be given alone; remove one of "
            "the two");
  EXPECT_EQ(
      refusal("gaussian", {{"dim", eight}, {"n", {std::int64_t{317}}}, {"std", {1.0}}}),
      "study.toml:7: inputs: n is 317, which makes 317 × 317 pairs, but must be such that all "
      "pairs are at most 100000; lower n or write pairs = … for matched rows");
  EXPECT_EQ(
      refusal("gaussian", {{"dim", eight}, {"pairs", {std::int64_t{1} << 60}}, {"std", {1.0}}})
          .substr(0, 58),
      "study.toml:7: inputs: pairs makes 1152921504606846976 rows");
  EXPECT_EQ(
      refusal("gaussian",
              {{"dim", eight}, {"pairs", {std::int64_t{1}, std::int64_t{2}}}, {"std", {1.0}}}),
      "study.toml:7: inputs: pairs is a list of 2, but must be one value; write a second "
      "[[inputs]] table for another");
}

TEST(InputsRefuse, MoreRowsThanPointsFitInMemory) {
  EXPECT_EQ(
      refusal("sphere",
              {{"dim", {std::int64_t{2}}}, {"norm", {1.0}}, {"pairs", {std::int64_t{10'000'000}}}}),
      "study.toml:8: inputs: pairs makes 10000000 rows, but must be at most 1000000 rows; "
      "ask for less");
}

// Comparing every value with every other would take minutes here.
TEST(InputsRefuse, ARepeatedValueOfALongAxis) {
  constexpr int count = 300'000;
  std::vector<InputValue> angles;
  angles.reserve(count + 1);
  for (int i = 0; i < count; ++i) angles.emplace_back(i * 1e-5);
  angles.emplace_back(0.5);

  EXPECT_EQ(plane("angle", std::move(angles)),
            "study.toml:6: inputs: angle holds 0.5 twice, but must be a list of different values; "
            "remove one");
}

TEST(InputsRefuse, TableWithoutALineStillNamesItself) {
  InputSpec spec =
      spec_of("plane", {{"dim", {std::int64_t{0}}}, {"norm", {1.0}}, {"angle", {1.0}}});
  spec.lines.clear();

  EXPECT_EQ(message_of<InputError>([&] { make_problems(spec, 1); }),
            "study.toml:5: inputs: dim is 0, but must be a whole number of at least 2; change it");
}

TEST(InputSources, ListsEverySourceWithItsKeys) {
  const std::vector<SourceHelp> sources = input_sources();

  ASSERT_EQ(sources.size(), 10U);
  EXPECT_EQ(sources[0].source, "plane");
  EXPECT_EQ(sources[9].source, "file");
  for (const SourceHelp& source : sources)
    for (const auto& key : source.keys) EXPECT_FALSE(key.second.empty()) << key.first;
}

}  // namespace
}  // namespace kapprox
