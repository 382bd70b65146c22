// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One, two and three threads give the same bytes.
#include "attention_methods/run.hpp"

#include <gtest/gtest.h>

#include <omp.h>

namespace kapprox {
namespace {

TEST(AttentionThreads, AnyNumberGivesTheSameBytes) {
  const Head head(400, 400, 16, 11, 0.5);  // enough work for more than one thread
  const int before = omp_get_max_threads();
  for (const MethodSpec& spec : every_method())
    for (const Mask& mask : masks_of(400)) {
      if (!shipped_attention(spec)->refusal(mask).empty()) continue;
      SCOPED_TRACE(spec.method + ", mask " + mask.words());
      omp_set_num_threads(1);
      const Matrix one = output_of(spec, head, mask).rows;
      for (const int threads : {2, 3}) {
        omp_set_num_threads(threads);
        EXPECT_TRUE(same_bytes(output_of(spec, head, mask).rows, one)) << threads;
      }
    }
  omp_set_num_threads(before);
}

}  // namespace
}  // namespace kapprox
