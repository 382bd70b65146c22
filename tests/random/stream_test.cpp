// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Addresses: distinct ones differ, equal ones agree, reading is pure.
#include <kapprox/error.hpp>
#include <kapprox/stream.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <Random123/philox.h>
#include <gtest/gtest.h>

namespace kapprox {
namespace {

TEST(Stream, DistinctAddressesHaveDistinctKeys) {
  const Stream root(1);
  std::set<std::uint64_t> keys;
  std::size_t count = 0;
  const auto add = [&](const Stream& stream) {
    keys.insert(stream.key());
    ++count;
  };

  for (std::uint64_t seed = 0; seed < 1000; ++seed) add(Stream(seed));
  for (std::uint64_t number = 0; number < 1000; ++number) {
    add(root.at(number));
    add(root.at(std::to_string(number)));
  }
  for (const Slot slot : {Slot::omega, Slot::second_omega, Slot::tau}) {
    add(root.at(slot));
    add(root.at(static_cast<std::uint64_t>(slot) + 5000));
  }
  add(root.at("a").at("b"));
  add(root.at("b").at("a"));
  add(root.at("ab"));
  add(root.at("a").at("").at("b"));

  EXPECT_EQ(keys.size(), count);
}

TEST(Stream, TrialsKeepTheKeyAndChildrenKeepTheTrial) {
  const Stream stream = Stream(1).trial(7);

  EXPECT_EQ(stream.key(), Stream(1).key());
  EXPECT_EQ(stream.trial_number(), 7U);
  EXPECT_EQ(stream.at("x").trial_number(), 7U);
  EXPECT_EQ(stream.at("x").key(), Stream(1).at("x").key());
  EXPECT_EQ(Stream(1).trial_number(), 0U);
}

TEST(Stream, WordsAreRandom123BlocksOfTheAddress) {
  const Stream stream = Stream(3).at("words").trial(0x123456789abcdefU);
  std::vector<std::uint32_t> words(11);

  stream.fill_words(5, words);

  const philox4x32_key_t key = {
      {static_cast<std::uint32_t>(stream.key()), static_cast<std::uint32_t>(stream.key() >> 32)}};
  for (std::uint32_t w = 0; w < words.size(); ++w) {
    const philox4x32_ctr_t counter = {{w / 4, 5U, 0x89abcdefU, 0x01234567U}};
    EXPECT_EQ(words[w], philox4x32(counter, key).v[w % 4]) << w;
  }
}

TEST(Stream, RefusesRowsOutsideTheCounter) {
  std::vector<std::uint32_t> words(4);

  EXPECT_THROW(Stream(1).fill_words(-1, words), Error);
  EXPECT_THROW(Stream(1).fill_words(Index{1} << 32, words), Error);
  EXPECT_NO_THROW(Stream(1).fill_words((Index{1} << 32) - 1, words));
}

using Fill = void (Stream::*)(MatrixView) const;
class EveryFill : public testing::TestWithParam<Fill> {};
INSTANTIATE_TEST_SUITE_P(Stream, EveryFill,
                         testing::Values(&Stream::fill_normals, &Stream::fill_uniforms));

// An element is a function of its address alone, whatever rectangle is asked for.
TEST_P(EveryFill, ASubmatrixEqualsItsPlaceInTheMatrix) {
  const Stream stream = Stream(11).at("pure").trial(3);
  Matrix whole(300, 41);
  (stream.*GetParam())(whole);

  for (const Index rows : {1, 2, 7, 300})
    for (const Index cols : {1, 2, 3, 4, 5, 8, 16, 17, 40, 41}) {
      Matrix part(rows, cols);
      (stream.*GetParam())(part);
      for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j)
          ASSERT_EQ(part(i, j), whole(i, j)) << rows << " × " << cols << ": " << i << ", " << j;
    }
}

TEST_P(EveryFill, WritesOnlyItsView) {
  const Stream stream = Stream(11).trial(3);
  Matrix packed(70, 6);
  (stream.*GetParam())(packed);
  Matrix room(70, 9);
  for (double& value : room.values()) value = -77.0;

  (stream.*GetParam())(MatrixView{room.values().data(), 70, 6, 9});

  for (Index i = 0; i < 70; ++i) {
    for (Index j = 0; j < 6; ++j) EXPECT_EQ(room(i, j), packed(i, j));
    for (Index j = 6; j < 9; ++j) EXPECT_EQ(room(i, j), -77.0);
  }
}

TEST_P(EveryFill, ReadingChangesNothing) {
  const Stream stream(5);
  Matrix once(9, 9);
  Matrix twice(9, 9);

  (stream.*GetParam())(once);
  (stream.*GetParam())(twice);

  EXPECT_TRUE(std::equal(once.values().begin(), once.values().end(), twice.values().begin()));
}

TEST_P(EveryFill, DifferentAddressesGiveDifferentNumbers) {
  const Stream stream(5);
  std::set<double> first_elements;
  Matrix one(1, 1);
  const std::vector<Stream> addresses = {stream,
                                         Stream(6),
                                         stream.at("x"),
                                         stream.at(0),
                                         stream.trial(1),
                                         stream.at(Slot::omega),
                                         stream.at(Slot::tau),
                                         stream.trial(1ULL << 32),
                                         stream.trial(2ULL << 32)};

  for (const Stream& address : addresses) {
    (address.*GetParam())(one);
    first_elements.insert(one(0, 0));
  }

  EXPECT_EQ(first_elements.size(), addresses.size());
}

TEST_P(EveryFill, TakesEmptyMatrices) {
  EXPECT_NO_THROW((Stream(1).*GetParam())(Matrix(0, 4)));
  EXPECT_NO_THROW((Stream(1).*GetParam())(Matrix(4, 0)));
}

TEST_P(EveryFill, RefusesMoreRowsOrColumnsThanCountersHave) {
  const Index huge = Index{1} << 33;

  EXPECT_THROW((Stream(1).*GetParam())(MatrixView{nullptr, huge, 1, 1}), Error);
  EXPECT_THROW((Stream(1).*GetParam())(MatrixView{nullptr, 1, 2 * huge, 2 * huge}), Error);
}

}  // namespace
}  // namespace kapprox
