// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Hashes are fixed for all time: a change of any of these numbers changes every study's results.
#include "base/hash.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

TEST(Hash64, AgreesWithXxh3OnTheEmptyText) {
  // XXH3_64bits of nothing, seed 0, as published with the xxHash specification.
  EXPECT_EQ(hash64(""), 0x2D06800538D394C2ULL);
}

TEST(Hash64, DependsOnEveryByteAndTheSeed) {
  EXPECT_NE(hash64("abc"), hash64("abd"));
  EXPECT_NE(hash64("abc"), hash64("abc", 1));
  EXPECT_EQ(hash64("abc", 1), hash64("abc", 1));
}

std::string digest_of(const std::vector<std::string>& parts) {
  Digest digest;
  for (const std::string& part : parts) digest.add(part);
  return digest.hex();
}

TEST(Digest, Has32LowerCaseHexDigits) {
  const std::string hex = digest_of({"abc"});

  EXPECT_EQ(hex.size(), 32U);
  EXPECT_EQ(hex.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Digest, KeepsPartsApart) {
  EXPECT_NE(digest_of({"ab", "c"}), digest_of({"a", "bc"}));
  EXPECT_NE(digest_of({"ab", ""}), digest_of({"ab"}));
  EXPECT_EQ(digest_of({"ab", "c"}), digest_of({"ab", "c"}));
}

TEST(Digest, SeesEveryBitOfNumbers) {
  const std::vector<double> zero = {0.0, 1.0};
  const std::vector<double> minus_zero = {-0.0, 1.0};
  Digest a;
  Digest b;

  a.add(zero);
  b.add(minus_zero);

  EXPECT_NE(a.hex(), b.hex());
}

TEST(Digest, MayBeReadAndContinued) {
  Digest digest;
  digest.add("a");

  const std::string once = digest.hex();
  const std::string twice = digest.hex();
  digest.add("b");

  EXPECT_EQ(once, twice);
  EXPECT_EQ(digest.hex(), digest_of({"a", "b"}));
}

}  // namespace
}  // namespace kapprox
