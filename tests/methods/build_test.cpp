// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What build_method makes of good values: the object, its columns, its canonical key.
#include "methods/build.hpp"

#include "methods/toy_methods.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

GivenValue table(MethodSpec spec) { return std::make_shared<MethodSpec>(std::move(spec)); }

TEST(Build, GivesTheConstructorEveryDeclaredValue) {
  const Registry registry = toys::registry();
  const MethodSpec spec{"tree",
                        {{"m", 64}, {"width", 2.5}, {"antithetic", true}, {"layout", "full"}}};

  const BuiltMethod built = toys::build(registry, spec);

  const auto tree = std::dynamic_pointer_cast<const toys::Tree>(built.method);
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(tree->m, 64);
  EXPECT_EQ(tree->width, 2.5);
  EXPECT_TRUE(tree->antithetic);
  EXPECT_EQ(tree->layout, "full");
  EXPECT_EQ(tree->rounds, nullptr);
  EXPECT_EQ(built.entry, registry.find(Kind::kernel, "tree"));
}

TEST(Build, FillsDefaultsAndTakesAWholeNumberForARealOne) {
  const Registry registry = toys::registry();

  const auto plain = toys::build(registry, {"tree", {{"m", 1}}});
  const auto whole = toys::build(registry, {"tree", {{"m", 64.0}, {"width", 3}}});

  EXPECT_EQ(plain.key, "tree{antithetic=false,directions=plain,layout=symmetric,m=1,width=0.5}");
  EXPECT_EQ(whole.key, "tree{antithetic=false,directions=plain,layout=symmetric,m=64,width=3}");
}

TEST(Build, BuildsNestedMethodsFromANameOrATable) {
  const Registry registry = toys::registry();
  const MethodSpec five{"rounds", {{"rounds", 5}}};

  const auto by_name = toys::build(registry, {"tree", {{"m", 2}, {"directions", "rounds"}}});
  const auto by_table = toys::build(registry, {"tree", {{"m", 2}, {"directions", table(five)}}});

  EXPECT_EQ(dynamic_cast<const toys::Tree&>(*by_name.method).rounds->rounds, 3);
  EXPECT_EQ(dynamic_cast<const toys::Tree&>(*by_table.method).rounds->rounds, 5);
  EXPECT_EQ(by_table.key,
            "tree{antithetic=false,directions=rounds{rounds=5},layout=symmetric,m=2,width=0.5}");
}

TEST(Build, ColumnsComeInDeclaredOrderWithNestedOnesPrefixed) {
  const Registry registry = toys::registry();

  const auto built =
      toys::build(registry, {"tree", {{"layout", "full"}, {"m", 2}, {"directions", "rounds"}}});

  using Value = std::variant<double, std::string>;
  std::vector<std::pair<std::string, Value>> columns;
  for (const ParameterColumn& column : built.columns)
    columns.emplace_back(column.name, column.value);
  const std::vector<std::pair<std::string, Value>> expected = {
      {"m", 2.0},     {"directions", "rounds"}, {"directions_rounds", 3.0},
      {"width", 0.5}, {"antithetic", 0.0},      {"layout", "full"}};
  EXPECT_EQ(columns, expected);
}

TEST(Build, AMethodWithoutParametersHasABareKey) {
  const Registry registry = toys::registry();

  const auto built = toys::build(registry, {"bare", {}});

  EXPECT_EQ(built.key, "bare");
  EXPECT_TRUE(built.columns.empty());
}

TEST(Build, RegistriesAreListedByKindThenName) {
  const Registry registry = toys::registry();

  std::string listed;
  for (const MethodEntry* entry : registry.all())
    listed += std::string(kind_name(entry->kind)) + ":" + entry->name + " ";

  EXPECT_EQ(listed,
            "directions:plain directions:rounds kernel:bare kernel:free kernel:outer kernel:picky "
            "kernel:sum kernel:thrower "
            "kernel:tree ");
}

GivenValue list(std::vector<GivenValue> values) {
  return std::make_shared<GivenList>(GivenList{std::move(values)});
}

TEST(Build, ANestedMethodTakesWhatIsHandedDown) {
  const Registry registry = toys::registry();
  const MethodSpec own{"tree", {{"m", 3}}};

  const auto handed = toys::build(registry, {"outer", {{"m", 7}, {"directions", "rounds"}}});
  const auto kept = toys::build(registry, {"outer", {{"m", 7}, {"base", table(own)}}});

  const auto& base = *dynamic_cast<const toys::Outer&>(*handed.method).base;
  EXPECT_EQ(base.m, 7);
  EXPECT_NE(base.rounds, nullptr);
  EXPECT_EQ(dynamic_cast<const toys::Outer&>(*kept.method).base->m, 3);
}

// What is handed down is the outer method's column already.
TEST(Build, WhatIsHandedDownHasNoSecondColumn) {
  const auto columns_of = [](const BuiltMethod& built) {
    std::string names;
    for (const ParameterColumn& column : built.columns) names += column.name + " ";
    return names;
  };
  const Registry registry = toys::registry();
  const MethodSpec own{"tree", {{"m", 3}}};

  const auto handed = toys::build(registry, {"outer", {{"m", 7}, {"directions", "rounds"}}});
  const auto kept = toys::build(registry, {"outer", {{"m", 7}, {"base", table(own)}}});

  EXPECT_EQ(columns_of(handed),
            "m directions directions_rounds base base_width base_antithetic base_layout weights ");
  EXPECT_EQ(columns_of(kept),
            "m directions base base_m base_width base_antithetic base_layout weights ");
}

TEST(Build, AMethodWhoseDefaultIsNoneMayBeLeftOut) {
  const Registry registry = toys::registry();
  const MethodSpec three{"tree", {{"m", 3}}};
  const auto base_of = [](const BuiltMethod& built) {
    return dynamic_cast<const toys::Free&>(*built.method).base;
  };

  const auto without = toys::build(registry, {"free", {}});
  const auto named = toys::build(registry, {"free", {{"base", "none"}}});
  const auto with = toys::build(registry, {"free", {{"base", table(three)}}});

  EXPECT_EQ(base_of(without), nullptr);
  EXPECT_EQ(without.key, "free{base=none}");
  EXPECT_EQ(named.key, without.key);
  EXPECT_TRUE(without.inner.empty());
  ASSERT_EQ(without.columns.size(), 1U);
  EXPECT_EQ(std::get<std::string>(without.columns.front().value), "none");
  EXPECT_EQ(base_of(with)->m, 3);
  EXPECT_EQ(with.columns.size(), 6U);  // its name and five parameters
}

// Without that default, none is the name of no method.
TEST(Build, NoneIsRefusedWhereAMethodIsNeeded) {
  const Registry registry = toys::registry();

  EXPECT_THROW(toys::build(registry, {"outer", {{"m", 7}, {"base", "none"}}}), InputError);
}

TEST(Build, ListsOfNumbersAndOfMethods) {
  const Registry registry = toys::registry();
  const MethodSpec three{"tree", {{"m", 3}}};

  const auto numbers = toys::build(registry, {"outer", {{"m", 7}, {"weights", list({0.25, 1})}}});
  const auto methods = toys::build(registry, {"sum", {{"bases", list({table(three), "bare"})}}});

  EXPECT_EQ(dynamic_cast<const toys::Outer&>(*numbers.method).weights,
            std::vector<double>({0.25, 1.0}));
  const auto& bases = dynamic_cast<const toys::Sum&>(*methods.method).bases;
  ASSERT_EQ(bases.size(), 2U);
  EXPECT_EQ(bases[0]->m, 3);
  EXPECT_EQ(bases[1], nullptr);  // of another class
  EXPECT_EQ(methods.key,
            "sum{bases=[tree{antithetic=false,directions=plain,layout=symmetric,m=3,width=0.5}, "
            "bare]}");
}

}  // namespace
}  // namespace kapprox
