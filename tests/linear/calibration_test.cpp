// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Maps that look at data, in causal order: refused by name, or fitted to first tokens that are
// exact themselves.
#include "linear/linear_heads.hpp"
#include "message_of.hpp"
#include "tolerances.hpp"

#include <kapprox/error.hpp>
#include <kapprox/exact_attention.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kapprox {
namespace {

const MethodSpec fitted = {"oprf", {{"m", std::int64_t{16}}}};

std::shared_ptr<const AttentionMethod> calibrated(Index count, const MethodSpec& map = fitted) {
  return shipped_linear(map, {{"calibration", std::int64_t{count}}, {"chunk", std::int64_t{8}}});
}

TEST(Calibration, RefusesAFitThatSeesLaterKeys) {
  const UnitHead head(10, 3, 1);
  const auto method = shipped_linear(fitted);

  const std::string message =
      message_of<Error>([&] { method->prepare(head.problem(), causal_mask()); });

  EXPECT_NE(message.find("feature map of linear is fitted to all keys"), std::string::npos)
      << message;
  EXPECT_NE(message.find("set calibration"), std::string::npos) << message;
  EXPECT_EQ(method->refusal(window_mask(3)), "");
  EXPECT_EQ(calibrated(4)->refusal(causal_mask()), "");
  EXPECT_EQ(shipped_linear(map_spec("trig", 8))->refusal(causal_mask()), "");
}

TEST(Calibration, FirstRowsAreExact) {
  const UnitHead head(30, 3, 2);
  Mask mask = intersection(causal_mask(), keys_mask(30));
  const AttentionOutput exact = exact_attention(head.problem(), mask);
  const Matrix exact_rows = exact_weights(head.problem(), mask);

  const AttentionOutput out = output_of(*calibrated(12), head.problem(), mask);
  const Matrix weights = weights_of(*calibrated(12), head.problem(), mask);

  for (Index i = 0; i < 30; ++i) {
    const bool is_exact =
        std::equal(out.rows.row(i).begin(), out.rows.row(i).end(), exact.rows.row(i).begin());
    EXPECT_EQ(is_exact, i < 12) << i;
    EXPECT_EQ(same_bytes(weights.row(i), exact_rows.row(i)), i < 12) << i;
    EXPECT_EQ(out.flags[static_cast<std::size_t>(i)], exact.flags[static_cast<std::size_t>(i)]);
  }
}

// The fit is that of a problem of the first tokens alone.
TEST(Calibration, LaterRowsComeFromTheFirstTokensFit) {
  const UnitHead head(30, 3, 3);
  const auto prepared = shipped_feature_map(fitted)->prepare(head.first(12).problem());
  const auto sample = prepared->draw(Stream(7));
  const QuadraticPath path =
      quadratic_path(dynamic_cast<const FeatureSample&>(*sample), head.problem(), causal_mask());

  const AttentionOutput out = output_of(*calibrated(12), head.problem(), causal_mask());

  for (Index i = 12; i < 30; ++i)
    for (Index c = 0; c < 3; ++c)
      EXPECT_NEAR(out.rows(i, c), path.rows(i, c), tolerance::linear_paths * largest_value);
}

TEST(Calibration, DecodingReadsTheSameRow) {
  const UnitHead head(30, 3, 4);
  Problem last = head.problem();
  last.queries.data += 25 * last.queries.stride;
  last.queries.rows = 5;
  const auto method = calibrated(27, map_spec("positive", 16));

  const AttentionOutput whole = output_of(*method, head.problem(), causal_mask());
  const AttentionOutput end = output_of(*method, last, causal_mask());

  for (Index i = 0; i < 5; ++i)
    for (Index c = 0; c < 3; ++c)
      EXPECT_NEAR(end.rows(i, c), whole.rows(25 + i, c), tolerance::linear_paths * largest_value);
}

// Longer than the sequence: every row is exact.
TEST(Calibration, MayCoverAllTokens) {
  const UnitHead head(9, 3, 5);

  const AttentionOutput out = output_of(*calibrated(100), head.problem(), causal_mask());

  EXPECT_TRUE(same_bytes(out.rows, exact_attention(head.problem(), causal_mask()).rows));
}

// Nothing visible among the first tokens: the first visible key takes their place, and no later one
// changes a row before it.
TEST(Calibration, ThatSeesNoKeyTakesTheFirstVisibleOne) {
  const UnitHead head(9, 3, 6);
  Mask mask = causal_mask();
  mask.keys.assign(9, 1);
  mask.keys[0] = mask.keys[1] = mask.keys[2] = 0;
  UnitHead other = head;
  std::fill(other.keys.row(5).begin(), other.keys.row(5).end(), 3.0);

  const AttentionOutput out = output_of(*calibrated(2), head.problem(), mask);
  const AttentionOutput changed = output_of(*calibrated(2), other.problem(), mask);

  for (Index i = 0; i < 5; ++i) EXPECT_TRUE(same_bytes(out.rows.row(i), changed.rows.row(i))) << i;
  for (Index i = 0; i < 9; ++i)
    EXPECT_EQ(out.flags[static_cast<std::size_t>(i)], i < 3 ? RowFlag::no_key : RowFlag::ok);
}

TEST(Linear, ClaimsFollow) {
  EXPECT_EQ(shipped_linear(fitted, {{"storage", std::string("float16")}})->claims().unit_roundoff,
            0x1p-11);
  EXPECT_TRUE(shipped_linear(fitted)->claims().fits_data);
  EXPECT_TRUE(shipped_linear(fitted)->claims().key_equivariant);
  EXPECT_FALSE(calibrated(4)->claims().key_equivariant);
  EXPECT_TRUE(calibrated(4, map_spec("positive", 4))->claims().key_equivariant);
  EXPECT_TRUE(calibrated(4)->claims().rotation_invariant);
  EXPECT_TRUE(calibrated(4)->claims().nonnegative);
  EXPECT_FALSE(shipped_linear(map_spec("trig", 4))->claims().nonnegative);
}

}  // namespace
}  // namespace kapprox
