// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Groups that one of the xarray engines could not read are refused before anything is written.
#include "io/dataset.hpp"
#include "io/sample_groups.hpp"
#include "io/scratch_folder.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

// A good group of one variable, which each test spoils in one way.
Group good() {
  Group group;
  group.dimensions = {{"row", 2}, {"column", 3}};
  group.variables = {
      {"value", {"row", "column"}, std::vector<double>(6, 1.0), described("1", "value")}};
  return group;
}

// The sentence that refuses `group`; nothing may have been written.
std::string refusal(const Group& group) {
  const ScratchFolder folder;
  std::string message = message_of<Error>([&] { write_file(folder / "a.h5", {group}); });
  EXPECT_TRUE(folder.names().empty());
  return message;
}

TEST(DatasetCheck, TheGoodGroupIsWritten) {
  const ScratchFolder folder;

  write_file(folder / "a.h5", {good()});

  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.h5"});
}

TEST(DatasetCheck, UnknownDimension) {
  Group group = good();
  group.variables[0].dimensions[1] = "trial";

  EXPECT_EQ(refusal(group),
            "group '', variable value: the dimension trial is unknown, but must be a dimension of "
            "its group");
}

TEST(DatasetCheck, WrongNumberOfValues) {
  Group group = good();
  group.variables[0].data = std::vector<double>(5);

  EXPECT_EQ(refusal(group),
            "group '', variable value: there are 5 values, but must be 6, the product of its "
            "dimensions");
}

TEST(DatasetCheck, MissingUnits) {
  Group group = good();
  group.variables[0].attributes = {{"long_name", std::string("value")}};

  EXPECT_EQ(refusal(group),
            "group '', variable value: the attribute units is missing, but must be given");
}

TEST(DatasetCheck, ReservedAttribute) {
  Group group = good();
  group.variables[0].attributes.emplace_back("scale_factor", 2.0);

  EXPECT_NE(refusal(group).find("an attribute is named 'scale_factor'"), std::string::npos);
}

TEST(DatasetCheck, NameThatIsNoWord) {
  Group group = good();
  group.variables[0].name = "mean value";

  EXPECT_NE(refusal(group).find("the name is 'mean value'"), std::string::npos);
}

TEST(DatasetCheck, TwoVariablesOfOneName) {
  Group group = good();
  group.variables.push_back(group.variables[0]);

  EXPECT_NE(refusal(group).find("it is given twice"), std::string::npos);
}

TEST(DatasetCheck, VariableNamedLikeADimensionLiesAlongIt) {
  Group group = good();
  group.variables[0].name = "row";

  EXPECT_NE(refusal(group).find("along that one alone"), std::string::npos);
}

TEST(DatasetCheck, ScalarNamedLikeADimension) {
  Group group = good();
  group.variables.push_back({"row", {}, std::vector<double>{1.0}, described("1", "row")});

  EXPECT_NE(refusal(group).find("along that dimension"), std::string::npos);
}

TEST(DatasetCheck, GroupNamedLikeAVariableOfTheRoot) {
  const ScratchFolder folder;
  Group second;
  second.name = "value";

  EXPECT_THROW(write_file(folder / "a.h5", {good(), second}), Error);
}

}  // namespace
}  // namespace kapprox
