// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What write_file writes, read_file reads: every value, every attribute, in the same order.
#include "io/dataset.hpp"
#include "io/sample_groups.hpp"
#include "io/scratch_folder.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace kapprox {
namespace {

// Bit by bit, so that NaN equals NaN.
void expect_same(const VariableData& a, const VariableData& b) {
  ASSERT_EQ(a.index(), b.index());
  if (const auto* reals = std::get_if<std::vector<double>>(&a)) {
    const auto& others = std::get<std::vector<double>>(b);
    ASSERT_EQ(reals->size(), others.size());
    EXPECT_TRUE(reals->empty() ||
                std::memcmp(reals->data(), others.data(), reals->size() * sizeof(double)) == 0);
  } else {
    EXPECT_TRUE(a == b);
  }
}

void expect_same(const Group& a, const Group& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.dimensions, b.dimensions);
  EXPECT_EQ(a.attributes, b.attributes);
  for (const Variable& variable : a.variables) {
    SCOPED_TRACE(variable.name);
    const Variable* other = b.find(variable.name);
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(variable.dimensions, other->dimensions);
    EXPECT_EQ(variable.attributes, other->attributes);
    expect_same(variable.data, other->data);
  }
}

TEST(Dataset, ReadsBackEverythingItWrote) {
  const ScratchFolder folder;
  const std::vector<Group> groups = sample_groups();

  write_file(folder / "a.h5", groups);
  const std::map<std::string, Group> read = read_file(folder / "a.h5");

  ASSERT_EQ(read.size(), 2U);
  expect_same(groups[0], read.at(""));
  expect_same(groups[1], read.at("provenance"));
}

TEST(Dataset, EqualGroupsGiveEqualBytes) {
  const ScratchFolder folder;

  write_file(folder / "a.h5", sample_groups());
  write_file(folder / "b.h5", sample_groups());

  EXPECT_EQ(bytes_of(folder / "a.h5"), bytes_of(folder / "b.h5"));
}

TEST(Dataset, WhatWasReadWritesTheSameBytes) {
  const ScratchFolder folder;
  write_file(folder / "a.h5", sample_groups());

  const std::map<std::string, Group> read = read_file(folder / "a.h5");
  write_file(folder / "b.h5", {read.at(""), read.at("provenance")});

  // The reader lists scales first, as they lie in the file: the order of variables is the file's.
  EXPECT_EQ(bytes_of(folder / "a.h5"), bytes_of(folder / "b.h5"));
}

TEST(Dataset, DimensionWithoutVariableCountsFromZero) {
  const ScratchFolder folder;
  write_file(folder / "a.h5", sample_groups());

  const Group root = read_group(folder / "a.h5", "");

  const Variable* config = root.find("config");
  ASSERT_NE(config, nullptr);
  EXPECT_EQ(std::get<std::vector<std::int64_t>>(config->data),
            (std::vector<std::int64_t>{0, 1, 2}));
}

TEST(Dataset, ReadGroupReadsThatGroup) {
  const ScratchFolder folder;
  const std::vector<Group> groups = sample_groups();
  write_file(folder / "a.h5", groups);

  const Group second = read_group(folder / "a.h5", "provenance");

  expect_same(groups[1], second);
  EXPECT_EQ(second.find("mean"), nullptr);
}

TEST(Dataset, ArraysLongerThanAChunkComeBackWhole) {
  const ScratchFolder folder;
  Group group;
  constexpr std::int64_t columns = (1 << 20) + 3;
  group.dimensions = {{"row", 5}, {"column", columns}};
  std::vector<std::int64_t> values(static_cast<std::size_t>(5 * columns));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i % 1000);
  group.variables = {{"value", {"row", "column"}, values, described("1", "value")}};

  write_file(folder / "a.h5", {group});

  EXPECT_EQ(
      std::get<std::vector<std::int64_t>>(read_group(folder / "a.h5", "").find("value")->data),
      values);
}

TEST(Dataset, TextThatIsNotUtf8IsMadeReadable) {
  const ScratchFolder folder;
  Group group;
  group.dimensions = {{"row", 2}};
  group.attributes = {{"note", std::string("bad \xFF byte")}};
  group.variables = {{"text",
                      {"row"},
                      std::vector<std::string>{"\xC3\x28", std::string("nul\0end", 7)},
                      described("1", "text")}};

  write_file(folder / "a.h5", {group});
  const Group read = read_group(folder / "a.h5", "");

  EXPECT_EQ(read.text_attribute("note"), "bad \xEF\xBF\xBD byte");
  EXPECT_EQ(std::get<std::vector<std::string>>(read.find("text")->data),
            (std::vector<std::string>{"\xEF\xBF\xBD(",
                                      "nul\xEF\xBF\xBD"
                                      "end"}));
}

TEST(Dataset, MissingFileIsAnIoErrorThatNamesIt) {
  const std::string message = message_of<IoError>([] { read_file("/nowhere/r.h5"); });

  EXPECT_EQ(message,
            "/nowhere/r.h5: cannot be read (No such file or directory), but must be a results file "
            "of kapprox; check the path");
}

TEST(Dataset, FileThatIsNotHdf5IsAnInputError) {
  const ScratchFolder folder;
  write_bytes(folder / "r.h5", "kind = 'kernel'\n");

  const std::string message = message_of<InputError>([&] { read_file(folder / "r.h5"); });

  EXPECT_NE(message.find("r.h5: is not an HDF5 file, but must be a results file of kapprox"),
            std::string::npos)
      << message;
}

TEST(Dataset, EveryCutOfAFileIsRefusedOrReadsWhole) {
  const ScratchFolder folder;
  write_file(folder / "whole.h5", sample_groups());
  const std::string whole = bytes_of(folder / "whole.h5");

  for (std::size_t length = 0; length < whole.size(); length += whole.size() / 40) {
    write_bytes(folder / "cut.h5", whole.substr(0, length));
    EXPECT_THROW(read_file(folder / "cut.h5"), InputError) << length << " of " << whole.size();
  }
}

TEST(Dataset, FlippedBitInNumbersIsNoticed) {
  const ScratchFolder folder;
  Group group;
  group.dimensions = {{"row", 100}};
  group.variables = {
      {"value", {"row"}, std::vector<double>(100, 123.456), described("1", "value")}};
  write_file(folder / "a.h5", {group});
  std::string bytes = bytes_of(folder / "a.h5");
  const double value = 123.456;
  const std::size_t at =
      bytes.find(std::string(reinterpret_cast<const char*>(&value), sizeof(value)));
  ASSERT_NE(at, std::string::npos);
  bytes[at + 3] = static_cast<char>(bytes[at + 3] ^ 1);
  write_bytes(folder / "flipped.h5", bytes);

  const std::string message = message_of<InputError>([&] { read_file(folder / "flipped.h5"); });

  EXPECT_NE(message.find("flipped.h5: does not read as a results file (value: "), std::string::npos)
      << message;
}

TEST(Dataset, AbsentGroupIsNamed) {
  const ScratchFolder folder;
  write_file(folder / "a.h5", sample_groups());

  const std::string message =
      message_of<InputError>([&] { read_group(folder / "a.h5", "timing"); });

  EXPECT_NE(message.find("group 'timing'"), std::string::npos) << message;
}

}  // namespace
}  // namespace kapprox
