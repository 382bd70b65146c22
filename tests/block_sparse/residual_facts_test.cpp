// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the residual is worth on a head of a trained model, and what it costs to subtract normalised
// outputs in the place of states; claims, cost and refusals.
#include "block_sparse/blocks.hpp"
#include "block_sparse/plain_residual.hpp"
#include "inputs/file_arrays.hpp"
#include "message_of.hpp"
#include "real_files.hpp"
#include "tolerances.hpp"

#include <kapprox/exact_attention.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace kapprox {
namespace {

// Head 3 of layer 1 of a language model: 1024 tokens, d = 32, causal.
Head real_head() {
  const FileArrays file(own_data / "austen_char_l1_h3_n1024_d32.h5");
  Head head(1, 1, 1, 1, 1.0);
  head.queries = file.queries(0);
  head.keys = file.keys(0);
  head.values = file.values(0);
  const double root = std::sqrt(file.logit_scale().value());
  for (Matrix* rows : {&head.queries, &head.keys})
    for (double& value : rows->values()) value *= root;
  return head;
}

std::shared_ptr<const AttentionMethod> without_residual(Index block, Index top_k) {
  return shipped_attention({"block_sparse",
                            {{"block", std::int64_t{block}},
                             {"top_k", std::int64_t{top_k}},
                             {"residual_map", nested(random_map("positive", 16))}}});
}

double error_on(const Head& head, const Matrix& exact, const AttentionMethod& method) {
  return distance(output_of(method, head.problem(), causal_mask()).rows, exact);
}

// Root mean squared errors of the output, whose root mean square is 0.284, in blocks of 16.
TEST(ResidualFacts, TaylorHelpsOnATrainedHead) {
  struct Measured {
    Index top_k;
    double without;
    double taylor;
  };
  const Head head = real_head();
  const Matrix exact = exact_attention(head.problem(), causal_mask()).rows;
  for (const Measured& known : {Measured{1, 0.2556, 0.1317},
                                {2, 0.0831, 0.0339},
                                {4, 0.0485, 0.0287},
                                {8, 0.0301, 0.0278}}) {
    const double without = error_on(head, exact, *without_residual(16, known.top_k));
    const double taylor = error_on(head, exact, *with_residual(16, known.top_k, taylor_map(2)));

    EXPECT_NEAR(without, known.without, tolerance::four_decimals);
    EXPECT_NEAR(taylor, known.taylor, tolerance::four_decimals);
  }
}

// 256 positive features, over draws: of use where one block is read, worse than nothing where eight
// are. One draw tells neither: its squared error scatters by more than its mean.
TEST(ResidualFacts, APositiveMapHelpsOnlyWhereLittleIsChosen) {
  constexpr int draws = 24;
  const Head head = real_head();
  const Matrix exact = exact_attention(head.problem(), causal_mask()).rows;
  for (const auto& [top_k, measured, without] :
       {std::tuple<Index, double, double>{1, 0.1885, 0.2556}, {8, 0.0390, 0.0301}}) {
    const auto prepared = with_residual(16, top_k, random_map("positive", 256))
                              ->prepare(head.problem(), causal_mask());
    double sum = 0.0;
    double squares = 0.0;
    for (int i = 0; i < draws; ++i) {
      const double error = distance(
          prepared->draw(Stream(7).at(static_cast<std::uint64_t>(i)))->output().rows, exact);
      sum += error * error;
      squares += error * error * error * error;
    }
    const double mean = sum / draws;
    const double standard_error = std::sqrt((squares / draws - mean * mean) / (draws - 1));

    EXPECT_LT(std::abs(mean - measured * measured), 4.0 * standard_error) << top_k;
    EXPECT_EQ(std::sqrt(mean) < without, top_k == 1) << std::sqrt(mean);
  }
}

// With a perfect map both would be exact. With one that errs, the wrong way errs more: on the first
// 300 tokens of that head it is worse than no residual at all.
TEST(ResidualFacts, NormalisedOutputsAreNotToBeSubtracted) {
  Head head = real_head();
  for (Matrix* rows : {&head.queries, &head.keys, &head.values}) {
    Matrix first(300, rows->cols());
    std::copy_n(rows->values().begin(), first.values().size(), first.values().begin());
    *rows = first;
  }
  const Matrix exact = exact_attention(head.problem(), causal_mask()).rows;
  const auto none = without_residual(16, 2);
  const auto with = with_residual(16, 2, taylor_map(2));

  const PlainResidual plain = plain_residual(head, causal_mask(), {16, 2, true}, taylor_map(2));
  const Matrix found = output_of(*with, head.problem(), causal_mask()).rows;

  EXPECT_NEAR(distance(output_of(*none, head.problem(), causal_mask()).rows, exact), 0.0332,
              tolerance::four_decimals);
  EXPECT_NEAR(distance(found, exact), 0.0231, tolerance::four_decimals);
  EXPECT_NEAR(distance(plain.separate_rows, exact), 0.0649, tolerance::four_decimals);
}

// Two keys are chosen, of mass 1 each; the map 1 + q·k gives 1 + x for each of the other two. As in
// linear attention a negative normaliser stays what it is, and one of 0 leaves the mean.
TEST(ResidualFacts, SignedMapsMayMakeTheNormaliserNegativeOrZero) {
  const auto method = with_residual(2, 1, taylor_map(1), {{"own_block", std::string("none")}});
  const Matrix query = line_of({1.0});
  const Matrix values = line_of({1.0, 1.0, 3.0, 3.0});
  const Matrix negative = line_of({0.0, 0.0, -5.0, -5.0});
  const Matrix zero = line_of({0.0, 0.0, -2.0, -2.0});

  const AttentionOutput below = output_of(*method, {query, negative, values, 1}, {});
  const Matrix weights = weights_of(*method, {query, negative, values, 1}, {});
  const AttentionOutput none = output_of(*method, {query, zero, values, 1}, {});

  EXPECT_EQ(below.flags.front(), RowFlag::ok);
  EXPECT_NEAR(below.normalisers.front().to_double(), -6.0, tolerance::block_score);
  EXPECT_NEAR(below.rows(0, 0), (2.0 - 24.0) / -6.0, tolerance::block_score);
  EXPECT_NEAR(weights(0, 0), 1.0 / -6.0, tolerance::block_score);
  EXPECT_NEAR(weights(0, 3), -4.0 / -6.0, tolerance::block_score);
  EXPECT_EQ(none.flags.front(), RowFlag::no_mass);
  EXPECT_EQ(none.rows(0, 0), 2.0);
  EXPECT_EQ(weights_of(*method, {query, zero, values, 1}, {})(0, 3), 0.25);
}

TEST(ResidualFacts, ClaimsAreThoseOfTheMap) {
  const AttentionClaims none = without_residual(4, 1)->claims();
  const AttentionClaims even = with_residual(4, 1, taylor_map(2))->claims();
  const AttentionClaims odd = with_residual(4, 1, taylor_map(3))->claims();
  const AttentionClaims positive = with_residual(4, 1, random_map("positive", 8))->claims();
  const AttentionClaims trig = with_residual(4, 1, random_map("trig", 8))->claims();

  EXPECT_TRUE(!none.random && none.nonnegative);
  EXPECT_TRUE(!even.random && even.nonnegative);
  EXPECT_TRUE(!odd.random && !odd.nonnegative);
  EXPECT_TRUE(positive.random && positive.nonnegative);
  EXPECT_TRUE(trig.random && !trig.nonnegative);
  for (const AttentionClaims& claims : {none, even, odd, positive, trig})
    EXPECT_TRUE(claims.rows_sum_to_one && claims.has_weights && !claims.fits_data);
}

// 64 keys of width 4 in 16 blocks: each key is summed into a mean of 4 numbers, or into that and a
// covariance of 10, and each query scores 16 blocks and looks at 8 keys.
TEST(ResidualFacts, CostCountsEachKeyInItsSummary) {
  const auto cost_of = [](const std::string& scorer) {
    return shipped_attention(
               {"block_sparse",
                {{"scorer", scorer}, {"block", std::int64_t{4}}, {"top_k", std::int64_t{2}}}})
        ->cost(64, 64, 4, 3)
        .multiply_adds;
  };

  EXPECT_EQ(cost_of("mean"), 64.0 * 4.0 + 64.0 * (16.0 * 4.0 + 8.0 * 7.0));
  EXPECT_EQ(cost_of("second_order"), 64.0 * 14.0 + 64.0 * (16.0 * 18.0 + 8.0 * 7.0));
  EXPECT_EQ(cost_of("exact"), 64.0 * (16.0 * 16.0 + 8.0 * 7.0));
}

// 64 keys of width 4 in 16 blocks, of which 2 are read and 14 are left: at most 2 (1 + log2 8) = 8
// states of D (d_v + 1) numbers each, beside 64 that are added up.
TEST(ResidualFacts, CostCountsMapsStatesAndReading) {
  const auto map = shipped_feature_map(random_map("positive", 8));
  const AttentionCost none = without_residual(4, 2)->cost(64, 64, 4, 3);
  const AttentionCost with = with_residual(4, 2, random_map("positive", 8))->cost(64, 64, 4, 3);

  const double maps = 128.0 * map->cost(4).multiply_adds_per_token;
  EXPECT_EQ(none.feature_dim, 0);
  EXPECT_EQ(with.feature_dim, 8);
  EXPECT_EQ(with.projections_per_token, 8);
  EXPECT_EQ(with.multiply_adds - none.multiply_adds, maps + (64.0 + 64.0 * 8.0) * 8.0 * 4.0);
}

TEST(ResidualFacts, RefusesWhatItCannotServe) {
  const MethodSpec fitted = {"positive", {{"m", std::int64_t{8}}, {"centre", std::string("both")}}};
  const auto centred = with_residual(4, 1, fitted);

  EXPECT_NE(message_of<InputError>([&] {
              with_residual(4, 1, taylor_map(2), {{"residual_map", std::string("none")}});
            }).find("residual is linear and residual_map is none, but must be a feature map"),
            std::string::npos);
  EXPECT_NE(message_of<InputError>([&] {
              with_residual(4, 1, taylor_map(2), {{"weights", std::string("surrogate")}});
            }).find("weights is surrogate and residual is linear"),
            std::string::npos);
  EXPECT_THROW(with_residual(4, 1,
                             {"oracle_hybrid",
                              {{"m", std::int64_t{4}},
                               {"first", nested(random_map("trig", 4))},
                               {"second", nested(random_map("positive", 4))}}}),
               InputError);
  EXPECT_EQ(centred->refusal({}), "");
  EXPECT_NE(centred->refusal(causal_mask()).find("fitted to all keys"), std::string::npos);
  EXPECT_TRUE(centred->claims().fits_data);
}

}  // namespace
}  // namespace kapprox
