// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include <kapprox/error.hpp>
#include <kapprox/mask.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace kapprox {
namespace {

Mask hidden_third() {
  Mask mask;
  mask.keys = {1, 1, 0, 1};
  return mask;
}

std::string picture(const Mask& mask, Index queries, Index keys) {
  std::string text;
  for (Index i = 0; i < queries; ++i) {
    for (Index j = 0; j < keys; ++j) text += mask.allows(i, j, queries, keys) ? 'x' : '.';
    text += ' ';
  }
  return text;
}

TEST(Mask, ShowsWhatEachKindAllows) {
  Mask causal;
  causal.causal = true;
  Mask window;
  window.window = 2;

  EXPECT_EQ(picture({}, 2, 3), "xxx xxx ");
  EXPECT_EQ(picture(causal, 4, 4), "x... xx.. xxx. xxxx ");
  EXPECT_EQ(picture(window, 4, 4), "xx.. xxx. .xxx ..xx ");
  EXPECT_EQ(picture(hidden_third(), 2, 4), "xx.x xx.x ");
}

TEST(Mask, IntersectsToWhatBothAllow) {
  Mask causal;
  causal.causal = true;
  Mask window;
  window.window = 2;

  const Mask both = intersection(intersection(causal, window), hidden_third());

  EXPECT_EQ(picture(both, 4, 4), "x... xx.. .x.. ...x ");
  EXPECT_EQ(both.words(), "causal, window 2 and hidden keys");
}

TEST(Mask, PutsTheLastQueryAtTheLastKey) {
  Mask causal;
  causal.causal = true;

  EXPECT_EQ(picture(causal, 2, 4), "xxx. xxxx ");
  EXPECT_EQ(picture(causal, 4, 2), ".. .. x. xx ");
}

TEST(Mask, TheSmallerWindowWins) {
  Mask wide;
  wide.window = 5;
  Mask narrow;
  narrow.window = 2;

  EXPECT_EQ(intersection(wide, narrow).window, 2);
  EXPECT_EQ(intersection(narrow, {}).window, 2);
}

TEST(Mask, AWindowOfAnySizeIsNoNarrowerThanTheKeys) {
  Mask widest;
  widest.window = std::numeric_limits<Index>::max();
  Mask causal = widest;
  causal.causal = true;

  EXPECT_EQ(picture(widest, 2, 3), "xxx xxx ");
  EXPECT_EQ(picture(widest, 4, 2), "xx xx xx xx ");
  EXPECT_EQ(picture(causal, 4, 2), ".. .. x. xx ");
}

TEST(Mask, RefusesKeysOfAnotherLength) {
  EXPECT_THROW(hidden_third().check(3), Error);
  Mask shorter;
  shorter.keys = {1};
  EXPECT_THROW(intersection(hidden_third(), shorter), Error);
}

TEST(Mask, WordsOfNoMask) {
  EXPECT_EQ(Mask{}.words(), "none");
  EXPECT_TRUE(Mask{}.is_empty());
}

}  // namespace
}  // namespace kapprox
