// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The conformance kit against kernel methods, directions and attention methods that are wrong on
// purpose: each fault fails the checks that are meant for it, and no others.
#include "faults.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

class WrongPlugins : public testing::TestWithParam<Fault> {};

// The faults that the seeds' authors made, in the order of the page that asks for them.
INSTANTIATE_TEST_SUITE_P(
    Known, WrongPlugins,
    testing::Values(Fault{"missing_root",
                          Kind::kernel,
                          "missing_root",
                          {"claim: unbiased", "theory: mean", "theory: variance"}},
                    Fault{"dropped_sign",
                          Kind::directions,
                          "dropped_sign",
                          {"claim: gaussian marginals", "claim: rotation invariant",
                           "reduction: same law in reduced coordinates", "theory: one direction"}},
                    Fault{"angular",
                          Kind::kernel,
                          "tau_is_omega",
                          {"claim: unbiased", "theory: mean", "theory: variance"}},
                    Fault{"draws_in_map",
                          Kind::kernel,
                          "draws_per_side",
                          {"one draw: queries and keys", "claim: unbiased"}},
                    Fault{"draws_in_map",
                          Kind::kernel,
                          "draws_per_call",
                          {"purity: a sample repeats itself", "one draw: order of the sides",
                           "one draw: queries and keys", "threads: one sample, many threads",
                           "features: induce the estimate", "features: multiplied out",
                           "batches: a row does not see other rows", "claim: unbiased"}},
                    Fault{"angular", Kind::kernel, "swapped_lambda", {"theory: variance"}},
                    Fault{"leaked_future",
                          Kind::kernel,
                          "leaked_future",
                          {"batches: a row does not see other rows"}}),
    [](const testing::TestParamInfo<Fault>& one) { return one.param.method; });

INSTANTIATE_TEST_SUITE_P(
    Lies, WrongPlugins,
    testing::Values(
        Fault{"lying", Kind::kernel, "lies_random", {"claim: random or not"}},
        Fault{"lying", Kind::kernel, "lies_deterministic", {"claim: random or not"}},
        Fault{"lying", Kind::kernel, "lies_unbiased", {"claim: unbiased"}},
        Fault{"lying", Kind::kernel, "lies_nonnegative", {"claim: nonnegative"}},
        Fault{"lying",
              Kind::kernel,
              "lies_invariant",
              {"claim: rotation invariant", "reduction: same law in reduced coordinates"}},
        Fault{
            "lying", Kind::kernel, "lies_exact", {"claim: exact where q = k", "claim: exact at 0"}},
        Fault{"lying", Kind::kernel, "lies_about_data", {"claim: does not fit the data"}}),
    [](const testing::TestParamInfo<Fault>& one) { return one.param.method; });

INSTANTIATE_TEST_SUITE_P(
    Others, WrongPlugins,
    testing::Values(
        Fault{"wrong_width",
              Kind::kernel,
              "wrong_width",
              {"claim: unbiased", "theory: mean", "theory: variance"}},
        Fault{"keeps_state", Kind::kernel, "shared_buffer", {"threads: one sample, many threads"}},
        Fault{"keeps_state", Kind::kernel, "leaking", {"memory: nothing is kept"}},
        Fault{"careless",
              Kind::kernel,
              "open_range",
              {"parameters: documented", "parameters: ranges declared"}},
        Fault{"careless",
              Kind::kernel,
              "no_log_domain",
              {"features: values, scales and signs", "range: finite at squared norms to 4000"}},
        Fault{"careless", Kind::kernel, "wrong_cost", {"features: shapes"}},
        Fault{"careless",
              Kind::kernel,
              "shortcut",
              {"features: induce the estimate", "features: multiplied out", "claim: unbiased"}}),
    [](const testing::TestParamInfo<Fault>& one) { return one.param.method; });

INSTANTIATE_TEST_SUITE_P(
    Unsteady, WrongPlugins,
    testing::Values(
        Fault{"unsteady",
              Kind::kernel,
              "counts_draws",
              {"purity: a draw repeats itself", "purity: a method built anew is the same",
               "threads: many draws at once"}},
        Fault{"unsteady", Kind::kernel, "own_seed", {"purity: a method built anew is the same"}},
        Fault{"unsteady", Kind::kernel, "throwing", {"life: nothing is thrown"}},
        Fault{"unsteady", Kind::kernel, "refuses_late", {"life: refusals come before a run"}},
        Fault{"unsteady", Kind::kernel, "picky", {"parameters: combinations"}}),
    [](const testing::TestParamInfo<Fault>& one) { return one.param.method; });

INSTANTIATE_TEST_SUITE_P(
    Theories, WrongPlugins,
    testing::Values(Fault{"false_theory", Kind::kernel, "false_variance", {"theory: variance"}},
                    Fault{"false_theory",
                          Kind::kernel,
                          "false_mean",
                          {"theory: mean", "theory: agrees with the claims"}},
                    Fault{"false_theory",
                          Kind::kernel,
                          "false_coordinate",
                          {"theory: same in reduced coordinates"}}),
    [](const testing::TestParamInfo<Fault>& one) { return one.param.method; });

INSTANTIATE_TEST_SUITE_P(
    Directions, WrongPlugins,
    testing::Values(
        Fault{"crooked_directions",
              Kind::directions,
              "depends_on_count",
              {"directions: direction i is the same for every m"}},
        Fault{"crooked_directions",
              Kind::directions,
              "antithetic",
              {"claim: independent", "theory: coupling", "theory: mixed coupling"}},
        Fault{"crooked_directions",
              Kind::directions,
              "fixed_norms",
              {"claim: gaussian marginals", "theory: one direction"}},
        Fault{"crooked_directions",
              Kind::directions,
              "short_norms",
              {"reduction: same law in reduced coordinates"}},
        Fault{"crooked_directions", Kind::directions, "infinite", {"directions: finite"}},
        Fault{"crooked_directions", Kind::directions, "wrong_coupling", {"theory: coupling"}}),
    [](const testing::TestParamInfo<Fault>& one) { return one.param.method; });

INSTANTIATE_TEST_SUITE_P(
    Attention, WrongPlugins,
    testing::Values(
        Fault{"crooked_attention",
              Kind::attention,
              "future_maximum",
              {"masks: nothing of later keys", "masks: nothing from beyond the window"}},
        Fault{"crooked_attention",
              Kind::attention,
              "column_sums",
              {"claim: rows sum to 1", "masks: nothing from beyond the window",
               "masks: nothing of later keys"}},
        Fault{"crooked_attention",
              Kind::attention,
              "times_zero",
              {"masks: hidden keys are never read"}},
        Fault{"crooked_attention",
              Kind::attention,
              "ones_for_nothing",
              {"masks: a row without keys is zeros and flagged"}},
        Fault{"crooked_attention",
              Kind::attention,
              "by_position",
              {"claim: the order of keys does not matter"}},
        Fault{"crooked_attention",
              Kind::attention,
              "no_scale",
              {"range: finite at squared norms up to 4000"}},
        Fault{"crooked_attention",
              Kind::attention,
              "counting",
              {"purity: a sample repeats itself", "threads: many draws at once"}},
        Fault{"crooked_attention", Kind::attention, "lies_exact_attention", {"claim: exact"}},
        Fault{"crooked_attention", Kind::attention, "lies_random_attention", {"claim: random"}},
        Fault{"crooked_attention",
              Kind::attention,
              "half_refusal",
              {"masks: refused by name or honoured"}}),
    [](const testing::TestParamInfo<Fault>& one) { return one.param.method; });

TEST_P(WrongPlugins, AreCaughtByTheRightChecks) {
  const Fault& fault = GetParam();

  const VerifyReport report = report_on(fault.plugin, fault.kind, fault.method);

  EXPECT_EQ(failing(report), fault.failing) << report_text(report);
}

// The same kit passes a hybrid that has none of these faults.
TEST(WrongPluginsKit, TheRightHybridAmongThemPasses) {
  const VerifyReport report = report_on("angular", Kind::kernel, "right_hybrid");

  EXPECT_TRUE(report.passed()) << report_text(report);
}

// Case S7c: what a map that draws is told.
TEST(WrongPluginsKit, DrawingInsideMapIsNamed) {
  for (const char* method : {"draws_per_side", "draws_per_call"}) {
    const VerifyReport report = report_on("draws_in_map", Kind::kernel, method);

    const std::string text = report_text(report);

    EXPECT_NE(text.find("queries and keys did not share one draw"), std::string::npos) << text;
  }
}

// A map that is right by itself shows the fault of the directions it is over.
TEST(WrongPluginsKit, DroppedSignsShowInEveryMapOverThem) {
  const VerifyReport report = report_on("dropped_sign", Kind::kernel, "positive");

  const Checks expected = {"claim: unbiased", "claim: rotation invariant", "theory: mean",
                           "theory: variance", "reduction: same law in reduced coordinates"};
  const Checks checks = failing(report);
  EXPECT_TRUE(checks.contains("claim: unbiased")) << report_text(report);
  for (const std::string& check : checks) EXPECT_TRUE(expected.contains(check)) << check;
  for (const Finding& finding : report.findings) {
    const bool names_them = finding.again.find("directions=dropped_sign") != std::string::npos;
    EXPECT_EQ(names_them, finding.verdict == Verdict::failed) << finding.again;
  }
}

}  // namespace
}  // namespace kapprox
