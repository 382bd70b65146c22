// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One, two and three threads give the same bytes.
#include "numeric/threads.hpp"
#include "attention_methods/run.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

TEST(AttentionThreads, AnyNumberGivesTheSameBytes) {
  const Head head(400, 400, 16, 11, 0.5);  // enough work for more than one thread
  for (const MethodSpec& spec : every_method())
    for (const Mask& mask : masks_of(400)) {
      if (!shipped_attention(spec)->refusal(mask).empty()) continue;
      SCOPED_TRACE(spec.method + ", mask " + mask.words());
      use_threads(1);
      const Matrix one = output_of(spec, head, mask).rows;
      for (const int threads : {2, 3}) {
        use_threads(threads);
        EXPECT_TRUE(same_bytes(output_of(spec, head, mask).rows, one)) << threads;
      }
    }
}

}  // namespace
}  // namespace kapprox
