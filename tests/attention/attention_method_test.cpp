// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The checks of the public calls, on a method that does nothing; and the loop over threads.
#include <kapprox/attention_method.hpp>
#include <kapprox/error.hpp>
#include <kapprox/parallel.hpp>
#include <kapprox/softmax_method.hpp>

#include <gtest/gtest.h>

#include "message_of.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

namespace kapprox {
namespace {

class Bidirectional final : public AttentionMethod {
  AttentionClaims do_claims() const override {
    AttentionClaims claims;
    claims.causal = false;
    claims.window = false;
    return claims;
  }
  AttentionCost do_cost(Index, Index, Index, Index) const override { return {}; }
  std::unique_ptr<const PreparedAttention> do_prepare(const Problem&, const Mask&) const override {
    return nullptr;
  }
};

class FirstOnly final : public SoftmaxMethod {
  SoftmaxClaims do_claims() const override { return {}; }
  double do_weights(std::span<const double> logits, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
    out[0] = 1.0;
    return logits[0];
  }
};

TEST(AttentionMethod, ChecksShapesAndMaskBeforeItPrepares) {
  const Bidirectional method;
  const Matrix rows(3, 2);
  const Matrix short_values(2, 4);
  const Matrix values(3, 4);
  Mask causal;
  causal.causal = true;
  causal.window = 1;

  EXPECT_NO_THROW(method.prepare({rows, rows, values, 2}, {}));
  EXPECT_THROW(method.prepare({rows, rows, short_values, 2}, {}), Error);
  EXPECT_THROW(method.prepare({rows, rows, {}, 2}, {}), Error);
  EXPECT_THROW(method.prepare({rows, rows, values, 5}, {}), Error);  // not rotation invariant
  EXPECT_EQ(method.refusal(causal),
            "the mask is causal and window 1, but must be not causal, without a window for this "
            "method; change the mask or choose another method");
  EXPECT_NE(message_of<Error>([&] {
              method.prepare({rows, rows, values, 2}, causal);
            }).find("must be not causal"),
            std::string::npos);
}

TEST(SoftmaxMethod, RefusesNoLogitAndSizesThatDiffer) {
  const FirstOnly method;
  const std::vector<double> logits = {2.0, 3.0};
  std::vector<double> out(2);
  std::vector<double> longer(3);

  EXPECT_EQ(method.weights(logits, out), 2.0);
  EXPECT_THROW(method.weights({}, {}), Error);
  EXPECT_THROW(method.weights(logits, longer), Error);
}

TEST(ForEachIndex, CallsEveryIndexOnceAndRethrows) {
  std::vector<std::atomic<int>> calls(1000);

  for_each_index(1000, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; });

  for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
  EXPECT_THROW(for_each_index(100,
                              [](Index i) {
                                if (i == 57) throw Error("57");
                              }),
               Error);
}

TEST(ForEachIndex, LeavesSmallWorkOnTheCallingThread) {
  std::vector<std::thread::id> threads(1000);

  for_each_index(
      1000, [&](Index i) { threads[static_cast<std::size_t>(i)] = std::this_thread::get_id(); },
      1e6);

  EXPECT_EQ(std::count(threads.begin(), threads.end(), std::this_thread::get_id()), 1000);
}

}  // namespace
}  // namespace kapprox
