// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the report says of what was compared.
#include "verify/ledger.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

TEST(Ledger, APassedCheckSaysTheValueNearestToItsLimit) {
  Ledger ledger;
  ledger.at_config("one", "kapprox verify x");
  ledger.within("theory: mean", "|z|", 1.5, 4.0, {});
  ledger.at_config("two", "kapprox verify x --set m=2");
  ledger.within("theory: mean", "|z|", -2.5, 4.0, {});

  const auto findings = ledger.findings();

  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].verdict, Verdict::passed);
  EXPECT_EQ(findings[0].detail, "largest |z| 2.5 (limit 4), 2 comparisons in 2 configs");
  EXPECT_EQ(findings[0].again, "");
}

TEST(Ledger, AFailedCheckSaysItsFirstFaultAndHowToSeeItAgain) {
  Ledger ledger;
  ledger.at_config("trig{m=2}", "kapprox verify trig --set m=2");
  ledger.holds("purity", true, "never said");
  ledger.holds("purity", false, "it moved", "d = 4");
  ledger.holds("purity", false, "it moved again", "d = 5");

  const auto findings = ledger.findings();

  EXPECT_EQ(findings[0].verdict, Verdict::failed);
  EXPECT_EQ(findings[0].detail, "it moved (2 of 3 comparisons)");
  EXPECT_EQ(findings[0].again, "kapprox verify trig --set m=2: trig{m=2}, d = 4");
  EXPECT_TRUE(ledger.has_failed("purity"));
  EXPECT_FALSE(ledger.has_failed("other"));
}

TEST(Ledger, ANumberThatIsNoneIsBeyondEveryLimit) {
  Ledger ledger;

  EXPECT_FALSE(ledger.within("range", "error", std::nan(""), 1e300, "no number"));

  EXPECT_EQ(ledger.findings()[0].verdict, Verdict::failed);
}

TEST(Ledger, WhatDoesNotApplyIsNoPass) {
  Ledger ledger;
  ledger.not_applicable("claim", "not claimed");
  ledger.left_out("variance", "tails too heavy");
  ledger.holds("half", true, {});
  ledger.left_out("half", "tails too heavy");

  const auto findings = ledger.findings();

  EXPECT_EQ(findings[0].verdict, Verdict::not_applicable);
  EXPECT_EQ(findings[0].detail, "not claimed");
  EXPECT_EQ(findings[1].verdict, Verdict::not_applicable);
  EXPECT_EQ(findings[2].verdict, Verdict::passed);
  EXPECT_EQ(findings[2].detail, "1 comparison in 1 config; 1 left out: tails too heavy");
}

}  // namespace
}  // namespace kapprox
