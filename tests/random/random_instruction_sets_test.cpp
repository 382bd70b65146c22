// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Words, normals and uniforms are the same bits with every instruction set this processor has; the
// words even without fused multiply-adds.
#include "base/hash.hpp"
#include "instruction_sets.hpp"

#include <kapprox/stream.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

std::string digest_of(void (Stream::*fill)(MatrixView) const) {
  Digest digest;
  for (const Index cols : {1, 2, 5, 64}) {
    Matrix matrix(77, cols);
    (Stream(5).trial(6).*fill)(matrix);
    digest.add(matrix.values());
  }
  return digest.hex();
}

void expect_equal(const std::vector<std::string>& digests) {
  if (digests.size() < 2) GTEST_SKIP() << "this processor has fewer than two such sets";
  for (const std::string& digest : digests) EXPECT_EQ(digest, digests.front());
}

TEST(RandomInstructionSets, AgreeOnNormals) {
  expect_equal(under_each_target<std::string>([] { return digest_of(&Stream::fill_normals); }));
}

TEST(RandomInstructionSets, AgreeOnUniforms) {
  expect_equal(under_each_target<std::string>([] { return digest_of(&Stream::fill_uniforms); }));
}

TEST(RandomInstructionSets, AgreeOnWordsWithoutFusedOperationsToo) {
  std::vector<std::uint32_t> expected(1001);
  Stream(5).fill_words(3, expected);

  const InstructionSet oldest(HWY_SSSE3);
  std::vector<std::uint32_t> words(1001);
  Stream(5).fill_words(3, words);

  EXPECT_EQ(words, expected);
}

}  // namespace
}  // namespace kapprox
