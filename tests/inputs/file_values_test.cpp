// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Values, key masks and the axes of heads in a user's file.
#include "inputs/file_arrays.hpp"
#include "inputs/small_files.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace kapprox {
namespace {

const Attributes described = {{"units", std::string("1")}, {"long_name", std::string("vectors")}};

// Two query heads on one key head of 4 keys, values of width 3.
Group grouped_with_values() {
  Group group = group_of(SmallFile{.heads = 2, .kv_heads = 1});
  group.dimensions.emplace_back("dim_v", 3);
  group.variables.push_back({"v", {"kv_head", "key", "dim_v"}, entries(1, 4, 3, 0.5), described});
  return group;
}

void add_key_mask(Group& group, std::vector<std::int64_t> mask) {
  group.variables.push_back({"key_mask", {"key"}, std::move(mask), described});
}

TEST(FileValues, BelongToTheKeyHeadOfAQueryHead) {
  const FileFixture file;
  file.write(grouped_with_values());

  const FileArrays arrays(file.folder() / "a.h5");

  ASSERT_TRUE(arrays.has_values());
  EXPECT_EQ(arrays.value_dim(), 3);
  const Matrix values = arrays.values(1);
  ASSERT_EQ(values.rows(), 4);
  EXPECT_EQ(values(2, 1), 0.5 * entry(0, 2, 1));
}

TEST(FileValues, AreAbsentWhereTheFileHasNone) {
  const FileFixture file;
  file.write(SmallFile{});

  const FileArrays arrays(file.folder() / "a.h5");

  EXPECT_FALSE(arrays.has_values());
  EXPECT_FALSE(arrays.is_causal());
  EXPECT_TRUE(arrays.key_mask(0).empty());
}

TEST(FileValues, HiddenRowsAreNotLookedAt) {
  Group group = grouped_with_values();
  add_key_mask(group, {1, 0, 1, 1});
  auto& values = std::get<std::vector<double>>(group.variables[2].data);
  values[4] = std::numeric_limits<double>::quiet_NaN();  // row 1
  const FileFixture file;
  file.write(group);

  const FileArrays arrays(file.folder() / "a.h5");

  const std::vector<std::uint8_t> seen = arrays.key_mask(0);
  EXPECT_EQ(seen, (std::vector<std::uint8_t>{1, 0, 1, 1}));
  EXPECT_EQ(arrays.values(0, seen)(1, 1), 0.0);
  EXPECT_NE(message_of<InputError>([&] { arrays.values(0); }).find("v, head 0, row 1 holds nan"),
            std::string::npos);
}

TEST(FileValues, LeadingAxesCountHeads) {
  Group group = group_of(SmallFile{.heads = 4, .kv_heads = 4, .rows = 4});
  group.dimensions = {{"batch", 2}, {"head", 2}, {"row", 4}, {"dim", 2}};
  for (Variable& variable : group.variables) variable.dimensions = {"batch", "head", "row", "dim"};
  const FileFixture file;
  file.write(group);

  const FileArrays arrays(file.folder() / "a.h5");

  EXPECT_EQ(arrays.heads(), 4);
  EXPECT_EQ(arrays.query_shape(), (std::vector<std::int64_t>{2, 2, 4, 2}));
  EXPECT_EQ(arrays.queries(3)(1, 0), entry(3, 1, 0));
}

TEST(FileValues, RefuseShapesAndMasksThatDoNotFit) {
  const FileFixture file;
  Group short_values = grouped_with_values();
  short_values.variables[2].dimensions = {"kv_head", "query", "dim_v"};
  short_values.variables[2].data = entries(1, 3, 3, 0.5);
  Group two = grouped_with_values();
  add_key_mask(two, {1, 2, 1, 1});
  Group causal = grouped_with_values();
  causal.attributes = {{"causal", 2.0}};

  const auto refusal = [&](const Group& group) {
    file.write(group);
    return message_of<InputError>([&] { FileArrays arrays(file.folder() / "a.h5"); });
  };

  EXPECT_NE(refusal(short_values)
                .find("v has 1 heads of 3 rows and k has 1 of 4, but must have as "
                      "many in both"),
            std::string::npos);
  EXPECT_NE(refusal(two).find("key_mask holds 2, but must hold 1 for keys that may be seen and 0"),
            std::string::npos);
  EXPECT_NE(refusal(causal).find("its causal is neither 0 nor 1"), std::string::npos);
}

}  // namespace
}  // namespace kapprox
