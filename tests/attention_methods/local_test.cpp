// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "attention_methods/run.hpp"
#include "message_of.hpp"
#include "tolerances.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

MethodSpec local(std::int64_t window, const MethodSpec& inner) {
  return {"local", {{"window", window}, {"inner", nested(inner)}}};
}

TEST(Local, IsTheInnerMethodUnderAWindow) {
  const Head head(40, 40, 5, 3, 1.0);
  for (const MethodSpec& inner : {MethodSpec{"exact", {}}, {"average", {}}, {"efficient", {}}})
    for (const Mask& mask : masks_of(40)) {
      const Mask both = intersection(mask, window_mask(7));

      EXPECT_TRUE(same_bytes(output_of(local(7, inner), head, mask).rows,
                             output_of(inner, head, both).rows))
          << inner.method << " " << mask.words();
    }
}

TEST(Local, AWindowAsWideAsTheSequenceCutsNothing) {
  const Head head(40, 40, 5, 3, 1.0);
  for (const Mask& mask : masks_of(40)) {
    EXPECT_TRUE(same_bytes(output_of(local(40, {"exact", {}}), head, mask).rows,
                           output_of({"exact", {}}, head, mask).rows))
        << mask.words();
    EXPECT_LT(largest_difference(output_of(local(40, {"efficient", {}}), head, mask).rows,
                                 output_of({"efficient", {}}, head, mask).rows),
              tolerance::attention_row)
        << mask.words();
  }
}

TEST(Local, AWindowOfOneSeesItsOwnValue) {
  const Head head(12, 12, 5, 3, 1.0);

  const AttentionOutput out = output_of(local(1, {"exact", {}}), head);

  EXPECT_TRUE(same_bytes(out.rows, head.values));
}

TEST(Local, RefusesAnInnerMethodWithoutWindows) {
  const std::string message = message_of<InputError>([] {
    shipped_attention(local(7, {"nystrom", {{"landmarks", std::int64_t{4}}}}));
  });

  EXPECT_EQ(
      message,
      "test: local: the inner method takes no window, but must take one; choose another inner "
      "method, such as exact (inner is nystrom)");
}

TEST(Local, RefusesAWindowOfNothing) {
  EXPECT_NE(message_of<InputError>([] {
              shipped_attention(local(0, {"exact", {}}));
            }).find("window"),
            std::string::npos);
}

TEST(Local, CostsTheBand) {
  const AttentionCost whole = shipped_attention({"exact", {}})->cost(100, 100, 8, 8);
  const AttentionCost band = shipped_attention(local(5, {"exact", {}}))->cost(100, 100, 8, 8);

  EXPECT_EQ(band.multiply_adds, whole.multiply_adds * 9.0 / 100.0);
}

}  // namespace
}  // namespace kapprox
