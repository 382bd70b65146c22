// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "base/text.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

TEST(Shortest, WritesWhatAPersonWould) {
  EXPECT_EQ(shortest(0.5), "0.5");
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(64.0), "64");
  EXPECT_EQ(shortest(1e-12), "1e-12");
  EXPECT_EQ(shortest(-0.0), "-0");
}

TEST(Shortest, HasOneWordForEveryNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();

  EXPECT_EQ(shortest(nan), "nan");
  EXPECT_EQ(shortest(-nan), "nan");
  EXPECT_EQ(shortest(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(Shortest, ReadsBackAsTheSameDouble) {
  std::uint64_t bits =
      88172645463325252U;  // xorshift64, Marsaglia 2003: any spread of bits will do
  for (int i = 0; i < 1000; ++i) {
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    const auto value = std::bit_cast<double>(bits);
    if (!std::isfinite(value)) continue;

    EXPECT_EQ(std::strtod(shortest(value).c_str(), nullptr), value);
  }
}

const std::vector<std::string> methods = {"trig", "positive", "hyperbolic", "taylor"};

TEST(Nearest, FindsOneSlip) {
  EXPECT_EQ(nearest("postive", methods), "positive");
  EXPECT_EQ(nearest("trgi", methods), "trig");  // swapped neighbours count as one slip
  EXPECT_EQ(nearest("taylorr", methods), "taylor");
}

TEST(Nearest, IsEmptyWhenNothingIsNear) {
  EXPECT_EQ(nearest("softmax", methods), "");
  EXPECT_EQ(nearest("m", methods), "");
  EXPECT_EQ(nearest("trig", {}), "");
}

TEST(Nearest, AllowsAThirdOfTheLengthAndNoMore) {
  const std::vector<std::string> words = {"abcdef"};

  EXPECT_EQ(nearest("abcdxx", words), "abcdef");
  EXPECT_EQ(nearest("abcxxx", words), "");
}

TEST(Nearest, PrefersTheCloserAndThenTheEarlier) {
  const std::vector<std::string> words = {"normal", "norms", "forms"};

  EXPECT_EQ(nearest("norm", words), "norms");
  EXPECT_EQ(nearest("dorms", words), "norms");
}

TEST(ListOf, ReadsAsASentence) {
  EXPECT_EQ(list_of({}), "");
  EXPECT_EQ(list_of(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(list_of(std::vector<std::string>{"a", "b"}), "a or b");
  EXPECT_EQ(list_of(std::vector<std::string>{"a", "b", "c"}), "a, b or c");
}

TEST(LowerWord, HasLowerCaseLettersDigitsAndUnderscoresOnly) {
  for (const char* word : {"m", "exp_limit", "layer2"}) EXPECT_TRUE(is_lower_word(word)) << word;
  for (const char* text : {"", "2nd", "_m", "M", "two words", "a-b", "é"})
    EXPECT_FALSE(is_lower_word(text)) << text;
}

}  // namespace
}  // namespace kapprox
