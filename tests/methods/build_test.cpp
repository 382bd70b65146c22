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

  EXPECT_EQ(listed, "directions:plain directions:rounds kernel:bare kernel:thrower kernel:tree ");
}

TEST(ParseValue, ReadsNumbersBooleansAndWords) {
  EXPECT_EQ(parse_value("64"), GivenValue(64));
  EXPECT_EQ(parse_value("-1"), GivenValue(-1));
  EXPECT_EQ(parse_value("10_000"), GivenValue(10000));
  EXPECT_EQ(parse_value("0.5"), GivenValue(0.5));
  EXPECT_EQ(parse_value("1e-3"), GivenValue(1e-3));
  EXPECT_EQ(parse_value("true"), GivenValue(true));
  EXPECT_EQ(parse_value("orthogonal"), GivenValue("orthogonal"));
  EXPECT_EQ(parse_value("\"64\""), GivenValue("64"));
  EXPECT_EQ(parse_value("nan"), GivenValue("nan"));
  EXPECT_EQ(parse_value("64x"), GivenValue("64x"));
  EXPECT_EQ(parse_value("_1"), GivenValue("_1"));
  EXPECT_EQ(parse_value(""), GivenValue(""));
}

}  // namespace
}  // namespace kapprox
