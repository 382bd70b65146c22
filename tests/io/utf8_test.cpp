// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Valid text passes untouched; every byte of an invalid sequence becomes U+FFFD.
#include "io/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

const std::string mark = "\xEF\xBF\xBD";

TEST(Utf8, ValidTextIsUnchanged) {
  for (const std::string text : {"", "plain", "θ/π ‖q‖²", "\xF0\x9F\x98\x80", "\xED\x9F\xBF",
                                 "\xEE\x80\x80", "\xF4\x8F\xBF\xBF", "\xC2\x80"})
    EXPECT_EQ(valid_utf8(text), text);
}

TEST(Utf8, StrayCutAndOverlongBytesAreMarked) {
  EXPECT_EQ(valid_utf8("a\x80z"), "a" + mark + "z");          // continuation without a lead
  EXPECT_EQ(valid_utf8("\xC3"), mark);                        // cut short
  EXPECT_EQ(valid_utf8("\xE2\x82"), mark + mark);             // cut short
  EXPECT_EQ(valid_utf8("\xC0\xAF"), mark + mark);             // overlong '/'
  EXPECT_EQ(valid_utf8("\xE0\x9F\xBF"), mark + mark + mark);  // overlong
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), mark + mark + mark);  // surrogate
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), mark + mark + mark + mark);  // above U+10FFFF
  EXPECT_EQ(valid_utf8(std::string("a\0b", 3)), "a" + mark + "b");
}

}  // namespace
}  // namespace kapprox
