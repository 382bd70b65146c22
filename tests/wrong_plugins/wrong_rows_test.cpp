// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The conformance kit against softmax methods and block scorers that are wrong on purpose: each
// fault fails the checks that are meant for it, and no others.
#include "faults.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

class WrongRows : public testing::TestWithParam<Fault> {};

INSTANTIATE_TEST_SUITE_P(
    Softmax, WrongRows,
    testing::Values(
        Fault{"crooked_softmax",
              Kind::softmax,
              "overflowing",
              {"claim: shifted logits keep their weights", "range: finite for any finite logits"}},
        Fault{"crooked_softmax", Kind::softmax, "epsilon", {"claim: weights sum to 1"}},
        Fault{"crooked_softmax",
              Kind::softmax,
              "forgets_maximum",
              {"claim: shifted logits keep their weights"}},
        Fault{"crooked_softmax",
              Kind::softmax,
              "no_series",
              {"claim: the series errs less than equal weights"}},
        Fault{"crooked_softmax",
              Kind::softmax,
              "first_of_equals",
              {"claim: the order of logits does not matter"}},
        Fault{"crooked_softmax",
              Kind::softmax,
              "unshifted",
              {"claim: shifted logits keep their weights"}},
        Fault{"crooked_softmax",
              Kind::softmax,
              "weights_by_position",
              {"claim: the order of logits does not matter"}},
        Fault{"crooked_softmax", Kind::softmax, "clears_first", {"softmax: out may be the logits"}},
        Fault{"crooked_softmax",
              Kind::softmax,
              "counts_calls",
              {"purity: a method repeats itself", "purity: a method built anew is the same",
               "threads: many rows at once"}},
        Fault{"crooked_softmax", Kind::softmax, "hides_negative", {"claim: no weight is negative"}},
        Fault{"crooked_softmax",
              Kind::softmax,
              "too_wide",
              {"claim: the series errs less than equal weights"}}),
    [](const testing::TestParamInfo<Fault>& one) { return one.param.method; });

INSTANTIATE_TEST_SUITE_P(
    Scorers, WrongRows,
    testing::Values(
        Fault{"crooked_scorers", Kind::scorer, "no_entropy", {"claim: at most the log-sum-exp"}},
        Fault{
            "crooked_scorers", Kind::scorer, "forgets_size", {"claim: stands for the log-sum-exp"}},
        Fault{"crooked_scorers", Kind::scorer, "last_call", {"life: keys one by one, or together"}},
        Fault{"crooked_scorers", Kind::scorer, "drops_too_much", {"life: a finished block"}},
        Fault{
            "crooked_scorers", Kind::scorer, "together", {"life: queries one by one, or together"}},
        Fault{"crooked_scorers",
              Kind::scorer,
              "overflows",
              {"claim: stands for the log-sum-exp", "range: finite at squared norms up to 4000"}},
        Fault{"lying_scorers", Kind::scorer, "lies_upper", {"claim: at least the log-sum-exp"}},
        Fault{"lying_scorers", Kind::scorer, "lies_exact_score", {"claim: exact"}},
        Fault{"lying_scorers", Kind::scorer, "lies_calibration", {"claim: calibration queries"}},
        Fault{"lying_scorers",
              Kind::scorer,
              "lies_order",
              {"claim: the order of keys does not matter"}},
        Fault{"lying_scorers", Kind::scorer, "lies_cost", {"cost: stated"}},
        Fault{
            "lying_scorers", Kind::scorer, "refuses_blocks", {"life: refusals come before a run"}},
        Fault{"lying_scorers", Kind::scorer, "peeks", {"claim: calibration queries"}},
        Fault{"lying_scorers",
              Kind::scorer,
              "wrong_with_list",
              {"claim: stands for the log-sum-exp"}}),
    [](const testing::TestParamInfo<Fault>& one) { return one.param.method; });

TEST_P(WrongRows, AreCaughtByTheRightChecks) {
  const Fault& fault = GetParam();

  const VerifyReport report = report_on(fault.plugin, fault.kind, fault.method);

  EXPECT_EQ(failing(report), fault.failing) << report_text(report);
}

}  // namespace
}  // namespace kapprox
