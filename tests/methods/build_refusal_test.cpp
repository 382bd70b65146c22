// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What build_method says about wrong values. Case S14 (scikit-learn/scikit-learn#24748: "0 features
// accepted") is the first table.
#include "message_of.hpp"
#include "methods/build.hpp"
#include "methods/toy_methods.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace kapprox {
namespace {

std::string refusal(const MethodSpec& spec) {
  const Registry registry = toys::registry();
  return message_of<InputError>([&] { toys::build(registry, spec); });
}

TEST(BuildRefuses, NumbersOfDirectionsThatMeanNothing) {
  const std::string opening = "study.toml:3: methods.toy: m is ";
  const std::string rest = ", but must be a whole number from 1 to 2147483647; change it.";

  EXPECT_EQ(refusal({"tree", {{"m", 0}}}), opening + "0" + rest);
  EXPECT_EQ(refusal({"tree", {{"m", -1}}}), opening + "-1" + rest);
  EXPECT_EQ(refusal({"tree", {{"m", 2.5}}}), opening + "2.5" + rest);
  EXPECT_EQ(refusal({"tree", {{"m", "many"}}}), opening + "the text \"many\"" + rest);
  EXPECT_EQ(refusal({"tree", {{"m", true}}}), opening + "true" + rest);
  EXPECT_EQ(refusal({"tree", {{"m", 2147483648}}}), opening + "2147483648" + rest);
  EXPECT_EQ(refusal({"tree", {{"m", 1e300}}}), opening + "1e+300" + rest);
}

TEST(BuildRefuses, WrongTypesWithTheTypeThatIsAsked) {
  const std::string opening = "study.toml:3: methods.toy: ";

  EXPECT_EQ(refusal({"tree", {{"m", 1}, {"width", "wide"}}}),
            opening + "width is the text \"wide\", but must be a number of at least 0; change it.");
  EXPECT_EQ(refusal({"tree", {{"m", 1}, {"width", -0.5}}}),
            opening + "width is -0.5, but must be a number of at least 0; change it.");
  EXPECT_EQ(refusal({"tree", {{"m", 1}, {"width", std::numeric_limits<double>::quiet_NaN()}}}),
            opening + "width is nan, but must be a number of at least 0; change it.");
  EXPECT_EQ(refusal({"tree", {{"m", 1}, {"antithetic", 1}}}),
            opening + "antithetic is 1, but must be true or false; change it.");
  EXPECT_EQ(refusal({"tree", {{"m", 1}, {"directions", 3}}}),
            opening + "directions is 3, but must be a directions method; change it.");
  EXPECT_EQ(refusal({"tree", {{"m", std::make_shared<MethodSpec>(MethodSpec{"bare", {}})}}}),
            opening +
                "m is the method table \"bare\", but must be a whole number from 1 to "
                "2147483647; change it.");
}

TEST(BuildRefuses, AnUnknownChoiceWithTheNearestOne) {
  EXPECT_EQ(refusal({"tree", {{"m", 1}, {"layout", "symetric"}}}),
            "study.toml:3: methods.toy: layout is the text \"symetric\", but must be symmetric or "
            "full; did you mean symmetric?");
}

TEST(BuildRefuses, AnUnknownParameterWithTheNearestOne) {
  EXPECT_EQ(refusal({"tree", {{"m", 1}, {"widht", 1.0}}}),
            "study.toml:3: methods.toy: widht is not a parameter of tree, but must be one of "
            "m, directions, width, antithetic or layout; did you mean width?");
  EXPECT_EQ(refusal({"bare", {{"m", 1}}}),
            "study.toml:3: methods.toy: m is given, but bare takes no parameters; remove it.");
}

// What belongs to a method inside is sent there.
TEST(BuildRefuses, AParameterOfAMethodInsideWithItsPlace) {
  const auto inside = [](const MethodSpec& spec) { return std::make_shared<MethodSpec>(spec); };

  EXPECT_EQ(refusal({"tree", {{"m", 1}, {"rounds", 2}, {"directions", "rounds"}}}),
            "study.toml:3: methods.toy: rounds is not a parameter of tree, but of rounds inside of "
            "it; write it there, as in directions = { method = \"rounds\", rounds = … }.");
  EXPECT_EQ(refusal({"outer", {{"m", 1}, {"base", inside({"tree", {}})}, {"width", 0.5}}}),
            "study.toml:3: methods.toy: width is not a parameter of outer, but of tree inside of "
            "it; write it there, as in base = { method = \"tree\", width = … }.");
}

TEST(BuildRefuses, WhatIsMissingBeforeWhatIsUnknown) {
  EXPECT_EQ(refusal({"tree", {{"a", 1}, {"zzz", 1}}}),
            "study.toml:3: methods.toy: m is missing, but must be a whole number from 1 to "
            "2147483647 (number of random directions); add it.");
}

TEST(BuildRefuses, AnUnknownMethodWithTheOnesThereAre) {
  EXPECT_EQ(
      refusal({"treee", {}}),
      "study.toml:3: methods.toy: method is \"treee\", but must be a kernel method: bare, free, "
      "outer, picky, sum, "
      "thrower or tree; did you mean tree?");
  EXPECT_EQ(refusal({"plain", {}}),
            "study.toml:3: methods.toy: method is \"plain\", a directions method, but must be a "
            "kernel method; choose bare, free, outer, picky, sum, thrower or tree.");
}

TEST(BuildRefuses, AnyMethodWhereNoneIsLoaded) {
  const Registry empty;

  const auto message = message_of<InputError>([&] { toys::build(empty, {"tree", {}}); });

  EXPECT_EQ(message,
            "study.toml:3: methods.toy: method is \"tree\", but no kernel methods are loaded; name "
            "the folder of the plugin that has it with --plugins.");
}

TEST(BuildRefuses, ANestedFaultAtItsPlace) {
  const MethodSpec bad{"rounds", {{"rounds", 0}}};

  const std::string message =
      refusal({"tree", {{"m", 1}, {"directions", std::make_shared<MethodSpec>(bad)}}});

  EXPECT_EQ(message,
            "study.toml:3: methods.toy: directions: rounds is 0, but must be a whole number of at "
            "least 1; change it.");
}

// A refusal of the constructor is about what was given: no plugin is to blame, and the methods
// inside, whom the constructor knows as objects alone, are named.
TEST(BuildRefuses, WhatAConstructorRefuses) {
  EXPECT_EQ(refusal({"picky", {}}),
            "study.toml:3: methods.toy: picky: base is too plain, but must not be; choose another "
            "(base is bare)");
  const Registry registry = toys::registry();
  EXPECT_EQ(message_of<InputError>([&] {
              build_method(registry, Kind::kernel, {"picky", {}}, "study.toml:3: methods.picky");
            }),
            "study.toml:3: methods.picky: base is too plain, but must not be; choose another (base "
            "is bare)");
}

TEST(BuildRefuses, AConstructorThatThrowsWithPluginMethodAndCause) {
  EXPECT_EQ(refusal({"thrower", {}}),
            "study.toml:3: methods.toy: plugin toys could not build thrower: the table of primes "
            "is missing");
  EXPECT_EQ(refusal({"thrower", {{"polite", false}}}),
            "study.toml:3: methods.toy: plugin toys could not build thrower: it threw something "
            "that is not a std::exception.");
}

}  // namespace
}  // namespace kapprox
