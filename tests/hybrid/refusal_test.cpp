// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the plugin refuses, each with a sentence that names the parameter.
#include "hybrid/hybrids.hpp"

#include "message_of.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

void expect_refused(const MethodSpec& spec, std::initializer_list<const char*> words) {
  const std::string message = message_of<InputError>([&] { return built(spec); });

  for (const char* word : words) EXPECT_NE(message.find(word), std::string::npos) << message;
}

MethodSpec with(std::string name, GivenValue value) {
  MethodSpec spec = HybridSpec{}.spec();
  spec.parameters[std::move(name)] = std::move(value);
  return spec;
}

TEST(HybridRefusal, NamesWhatIsWrong) {
  expect_refused(with("weight", std::string("cos")), {"weight", "cosine"});
  expect_refused(with("n", std::int64_t{0}), {"n is 0"});
  expect_refused(with("m", std::int64_t{0}), {"m is 0"});
  expect_refused(with("width", 0.0), {"width is 0"});
  expect_refused(with("first", std::string("oracle_hybrid")), {"first", "random feature map"});
  expect_refused(with("second", std::string("hybrid")), {"second", "random feature map"});
  expect_refused(with("second", table({"taylor", {{"degree", std::int64_t{2}}}})),
                 {"second", "random feature map"});
}

TEST(OracleRefusal, NamesABiasedBase) {
  expect_refused(
      {"oracle_hybrid", {{"m", std::int64_t{4}}, {"second", std::string("norm_weighted")}}},
      {"oracle_hybrid", "second", "unbiased"});
}

// Bases that draw from laws of their own share nothing whose covariance is known.
TEST(OracleRefusal, NamesWhatHasNoClosedForm) {
  MethodSpec spec = {"oracle_hybrid", {{"m", std::int64_t{4}}}};
  spec.parameters["second"] = table({"trig", {{"directions", std::string("orthogonal")}}});

  expect_refused(spec, {"oracle_hybrid", "first", "second", "directions", "shared = false"});
  spec.parameters["shared"] = false;
  EXPECT_NO_THROW(built(spec));
}

MethodSpec sum(std::vector<GivenValue> bases, std::vector<GivenValue> weights) {
  return {"hybrid_sum", {{"bases", list(std::move(bases))}, {"weights", list(std::move(weights))}}};
}

TEST(HybridSumRefusal, NamesWhatIsWrong) {
  const GivenValue trig = table({"trig", {{"m", std::int64_t{4}}}});
  const GivenValue oracle = table({"oracle_hybrid", {{"m", std::int64_t{4}}}});

  expect_refused(sum({}, {}), {"bases"});
  expect_refused(sum({trig, oracle}, {}), {"bases[1]", "feature map"});
  expect_refused(sum({trig, trig}, {1.0}), {"weights has 1", "2 bases"});
  expect_refused(sum({trig, trig}, {0.5, 0.4}), {"weights sum to 0.9", "sum to 1"});
  expect_refused(sum({trig, trig}, {1e-9, 0.0}), {"weights sum to 1e-09", "sum to 1"});
  EXPECT_NO_THROW(built(sum({trig, trig}, {0.9, 0.1})));
}

}  // namespace
}  // namespace kapprox
