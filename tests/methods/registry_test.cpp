// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a registry refuses, and that a failed enrolment leaves nothing behind.
#include <kapprox/registry.hpp>

#include "message_of.hpp"
#include "methods/reserved_names.hpp"
#include "methods/toy_methods.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace kapprox {
namespace {

// A kernel method whose parameters are whatever `Declare` declares.
template <void (*Declare)(Declarations&)>
struct With : toys::Toy<Kind::kernel> {
  static void declare(Declarations& d) { Declare(d); }
};

template <void (*Declare)(Declarations&)>
std::string refusal() {
  Registry registry;
  return message_of<InputError>([&] {
    registry.enrol_plugin("odd", [](Registry& r) { r.add<With<Declare>>("x", "a", "b"); });
  });
}

std::string refusal(const std::function<void(Registry&)>& enrol) {
  Registry registry = toys::registry();
  return message_of<InputError>([&] { registry.enrol_plugin("odd", enrol); });
}

TEST(Registry, KeepsThePluginOfEveryMethod) {
  const Registry registry = toys::registry();

  const MethodEntry* entry = registry.find(Kind::kernel, "tree");

  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->plugin, "toys");
  EXPECT_EQ(entry->summary, "one parameter of each type");
  EXPECT_EQ(registry.find(Kind::directions, "tree"), nullptr);
}

TEST(Registry, OneNameMayServeTwoKinds) {
  Registry registry = toys::registry();

  registry.enrol_plugin("more", [](Registry& r) { r.add<toys::Bare>("plain", "a", "b"); });

  EXPECT_NE(registry.find(Kind::kernel, "plain"), nullptr);
}

TEST(Registry, RefusesASecondMethodOfAName) {
  EXPECT_EQ(refusal([](Registry& r) { r.add<toys::Bare>("tree", "a", "b"); }),
            "plugin odd: kernel method tree: the name is taken by plugin toys, but must be unique "
            "among kernel methods; rename it.");
}

TEST(Registry, RefusesEmptyWordsAndNamesThatAreNoWords) {
  EXPECT_EQ(refusal([](Registry& r) { r.add<toys::Bare>("x", "", "b"); }),
            "plugin odd: kernel method x: the summary is empty, but must say something; write it.");
  EXPECT_EQ(
      refusal([](Registry& r) { r.add<toys::Bare>("x", "a", ""); }),
      "plugin odd: kernel method x: the reference is empty, but must say something; write it.");
  EXPECT_EQ(refusal([](Registry& r) { r.add<toys::Bare>("My method", "a", "b"); }),
            "plugin odd: the name of a method is \"My method\", but must be a word of lower-case "
            "letters, digits and underscores that begins with a letter; rename it.");
}

void variance(Declarations& d) { d.real("variance", "h").otherwise(1.0); }
void error(Declarations& d) { d.real("relative_mse_se", "h").otherwise(1.0); }
void label(Declarations& d) { d.integer("label", "h").otherwise(1); }
void input(Declarations& d) { d.integer("input_norm", "h").otherwise(1); }

TEST(Registry, RefusesAParameterNamedLikeAMeasureOrAColumn) {
  const std::string rest =
      ", but must not be named like a measure or a column of a results file; rename it.";
  const std::string opening = "plugin odd: kernel method x: a parameter is named ";

  EXPECT_EQ(refusal<variance>(), opening + "variance" + rest);
  EXPECT_EQ(refusal<error>(), opening + "relative_mse_se" + rest);
  EXPECT_EQ(refusal<label>(), opening + "label" + rest);
  EXPECT_EQ(refusal<input>(), opening + "input_norm" + rest);
}

void low(Declarations& d) { d.integer("m", "h").at_least(1).otherwise(0); }
void word(Declarations& d) { d.integer("m", "h").otherwise("many"); }
void other(Declarations& d) { d.choice("c", "h", {"a", "b"}).otherwise("z"); }
void none(Declarations& d) { d.choice("c", "h", {}); }
void spaced(Declarations& d) { d.choice("c", "h", {"a b"}); }
void number(Declarations& d) { d.method(Kind::directions, "directions", "h").otherwise(3); }
void silent(Declarations& d) { d.integer("m", ""); }
void twice(Declarations& d) {
  d.integer("m", "h");
  d.real("m", "h");
}

TEST(Registry, RefusesDeclarationsThatContradictThemselves) {
  const std::string opening = "plugin odd: kernel method x: ";

  EXPECT_EQ(refusal<low>(),
            opening + "default: m is 0, but must be a whole number of at least 1; change it.");
  EXPECT_EQ(refusal<word>(),
            opening + "default: m is the text \"many\", but must be a whole number; change it.");
  EXPECT_EQ(refusal<other>(),
            opening + "default: c is the text \"z\", but must be a or b; change it.");
  EXPECT_EQ(refusal<none>(),
            opening + "parameter c has no choices, but must have one at least; list them.");
  EXPECT_EQ(refusal<spaced>(),
            opening +
                "the name of a choice of parameter c is \"a b\", but must be a word of "
                "lower-case letters, digits and underscores that begins with a letter; "
                "rename it.");
  EXPECT_EQ(refusal<number>(),
            opening + "default: directions is 3, but must be a directions method; change it.");
  EXPECT_EQ(refusal<silent>(),
            opening + "the help of parameter m is empty, but must say something; write it.");
  EXPECT_EQ(refusal<twice>(),
            "parameter m is declared twice, but names must be unique within a method; rename one.");
}

TEST(Registry, AFailedEnrolmentLeavesNothingBehind) {
  Registry registry = toys::registry();
  const std::size_t before = registry.all().size();
  const auto enrol = [](Registry& r) {
    r.add<toys::Bare>("first", "a", "b");
    throw std::runtime_error("changed its mind");
  };

  EXPECT_THROW(registry.enrol_plugin("odd", enrol), std::runtime_error);

  EXPECT_EQ(registry.all().size(), before);
  EXPECT_EQ(registry.find(Kind::kernel, "first"), nullptr);
  EXPECT_NO_THROW(
      registry.enrol_plugin("odd", [](Registry& r) { r.add<toys::Bare>("first", "a", "b"); }));
}

TEST(ReservedNames, AreSortedUniqueAndHoldTheMeasures) {
  const std::vector<std::string> names = reserved_names();

  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  for (const char* name : {"mean", "bias_se", "relative_variance", "z_variance", "largest_share"})
    EXPECT_TRUE(is_reserved_name(name)) << name;
  for (const char* name : {"m", "directions", "degree", "weights", "means"})
    EXPECT_FALSE(is_reserved_name(name)) << name;
}

}  // namespace
}  // namespace kapprox
