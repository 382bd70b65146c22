// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Parameters and data that the sketches refuse, with their sentences.
#include "sketch/sketches.hpp"

#include "message_of.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

std::string refusal(const MethodSpec& spec) {
  return message_of<InputError>([&spec] { shipped_feature_map(spec); });
}

std::string refusal_of_data(const MethodSpec& spec, double size) {
  const Rows rows({size, size}, {size, size});
  return message_of<InputError>([&] { shipped_feature_map(spec)->prepare(rows.problem()); });
}

TEST(SketchRefusals, ParametersOutOfRange) {
  const auto is_refused = [](const std::string& method, std::map<std::string, GivenValue> given) {
    return !refusal({method, std::move(given)}).empty();
  };
  const std::int64_t m = 8;

  EXPECT_TRUE(is_refused("random_maclaurin", {{"m", std::int64_t{0}}}));
  EXPECT_TRUE(is_refused("random_maclaurin", {{"m", m}, {"law", std::string("uniform")}}));
  EXPECT_TRUE(is_refused("tensor_sketch", {{"degree", m}, {"buckets", std::int64_t{0}}}));
  EXPECT_TRUE(is_refused("tensor_sketch", {{"degree", std::int64_t{257}}, {"buckets", m}}));
  EXPECT_TRUE(is_refused("gegenbauer", {{"m", m}, {"degree", std::int64_t{-1}}}));
  EXPECT_TRUE(is_refused("poisson", {{"m", m}, {"rate", -1.0}}));
  EXPECT_TRUE(is_refused("geometric", {{"m", m}, {"success", 0.0}}));
  EXPECT_TRUE(is_refused("geometric", {{"m", m}, {"success", 1.0}}));
}

TEST(SketchRefusals, RatesThatMeanNothing) {
  const std::int64_t m = 8;

  EXPECT_EQ(refusal({"random_maclaurin", {{"m", m}, {"rate", 2.0}}}),
            "test: random_maclaurin: rate is 2, "
            "but must be 0 with the geometric law, whose mean "
            "degree is 1; leave it out or choose law = \"poisson\"");
  EXPECT_EQ(refusal({"poisson", {{"m", m}, {"rate", 1e-9}}}),
            "test: poisson: rate is 1e-09, but must be 0 "
            "(fitted to the data) or at least 10^-6; "
            "raise it");
}

TEST(SketchRefusals, DataBeyondEveryKernel) {
  const std::int64_t m = 8;

  EXPECT_EQ(refusal_of_data({"poisson", {{"m", m}}}, 1e4),
            "poisson: the fitted rate is 1e+08, but must be at most 10^6; scale queries "
            "and keys down");
  EXPECT_EQ(
      refusal_of_data({"random_maclaurin", {{"m", m}, {"law", std::string("poisson")}}}, 1e4),
      "random_maclaurin: the fitted rate is 282842712.47461903, but must be at most 10^6; scale "
      "queries and keys down");
  EXPECT_EQ(refusal_of_data({"gegenbauer", {{"m", m}, {"degree", m}}}, 1e4),
            "gegenbauer: the product of mean norms is 2e+08, but must be at most 10^6; "
            "scale queries and keys down");
}

TEST(SketchRefusals, ADrawThatNoMemoryHolds) {
  EXPECT_EQ(refusal_of_data(
                {"random_maclaurin",
                 {{"m", std::int64_t{1'000'000}}, {"law", std::string("poisson")}, {"rate", 1e6}}},
                1.0),
            "random_maclaurin: one draw of m = 1000000 features of mean degree 1e+06 over "
            "2 coordinates needs 2e+12 signs, but must need at most 2^34 (2 GiB); lower m "
            "or the rate");
}

}  // namespace
}  // namespace kapprox
