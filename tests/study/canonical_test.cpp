// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The order of work does not depend on the order of listing.
#include "study/canonical.hpp"
#include "study/kinds/kernel_trial.hpp"
#include "study/schedule.hpp"

#include "study/study_fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kapprox {
namespace {

OrderedProblem ordered(const Plan& plan) { return order_problem(plan.problems.at(0), 0); }

std::string study(const std::string& inputs) {
  return "kind = \"kernel\"\nname = \"order\"\nseed = 1\ntrials = 4\n[inputs]\n" + inputs +
         "\n[[methods]]\nmethod = \"normal\"\n";
}

void expect_same_rows(const Matrix& a, const Matrix& b) {
  ASSERT_EQ(a.rows(), b.rows());
  EXPECT_TRUE(std::equal(a.values().begin(), a.values().end(), b.values().begin()));
}

TEST(NaturalLess, SortsDigitsByValue) {
  EXPECT_TRUE(natural_less("pair=2", "pair=10"));
  EXPECT_FALSE(natural_less("pair=10", "pair=2"));
  EXPECT_TRUE(natural_less("a=1/b=10", "a=2/b=1"));
  EXPECT_TRUE(natural_less("a", "a1"));
  EXPECT_TRUE(natural_less("x=01", "x=1"));  // equal values: the texts decide
  EXPECT_FALSE(natural_less("x=1", "x=1"));
}

TEST(OrderProblem, PlaneRowsDoNotDependOnTheListing) {
  const Plan forwards =
      plan_of(study("source = \"plane\"\ndim = 8\nnorm = [0.5, 1.0]\nangle = [0.1, 0.7, 2.0]"));
  const Plan backwards =
      plan_of(study("source = \"plane\"\ndim = 8\nnorm = [1.0, 0.5]\nangle = [2.0, 0.1, 0.7]"));

  const OrderedProblem a = ordered(forwards);
  const OrderedProblem b = ordered(backwards);
  const KernelReference a_exact(a);
  const KernelReference b_exact(b);

  expect_same_rows(a.queries, b.queries);
  expect_same_rows(a.keys, b.keys);
  ASSERT_EQ(a.cases.size(), 6U);
  for (std::size_t c = 0; c < 6; ++c) {
    EXPECT_EQ(a.cases[c].pair.query, b.cases[c].pair.query);
    EXPECT_EQ(a.cases[c].pair.key, b.cases[c].pair.key);
    EXPECT_EQ(a_exact.log_exact(a.cases[c].place), b_exact.log_exact(b.cases[c].place));
    EXPECT_EQ(forwards.problems[0].cases[static_cast<std::size_t>(a.cases[c].column)].key_text,
              backwards.problems[0].cases[static_cast<std::size_t>(b.cases[c].column)].key_text);
  }
}

TEST(OrderProblem, SphereRowsDoNotDependOnTheListing) {
  const Plan forwards =
      plan_of(study("source = \"sphere\"\ndim = 8\nnorm = [0.5, 1.0]\npairs = 12"));
  const Plan backwards =
      plan_of(study("source = \"sphere\"\ndim = 8\nnorm = [1.0, 0.5]\npairs = 12"));

  const OrderedProblem a = ordered(forwards);
  const OrderedProblem b = ordered(backwards);

  expect_same_rows(a.queries, b.queries);
  expect_same_rows(a.keys, b.keys);
}

TEST(OrderProblem, MorePairsComeAfterTheOthers) {
  const Plan few = plan_of(study("source = \"gaussian\"\ndim = 8\nstd = 0.2\npairs = 9"));
  const Plan more = plan_of(study("source = \"gaussian\"\ndim = 8\nstd = 0.2\npairs = 11"));

  const OrderedProblem a = ordered(few);
  const OrderedProblem b = ordered(more);

  for (Index row = 0; row < 9; ++row)
    EXPECT_TRUE(
        std::equal(a.keys.row(row).begin(), a.keys.row(row).end(), b.keys.row(row).begin()));
}

TEST(ChunkLength, IsAPowerOfTwoThatShrinksWithTheWork) {
  EXPECT_EQ(kernel_chunk(1, 2, 1), 4096);
  EXPECT_EQ(kernel_chunk(1'000'000, 64, 1024), 1);
  for (const Index cases : {1, 10, 100, 1000}) {
    const std::int64_t length = kernel_chunk(cases, 64, 512);
    EXPECT_EQ(length & (length - 1), 0);
    EXPECT_GE(length, kernel_chunk(2 * cases, 64, 512));
  }
}

}  // namespace
}  // namespace kapprox
