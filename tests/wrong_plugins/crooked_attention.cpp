// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults of attention methods, one in each. All begin with softmax attention by its full weights.
#include <kapprox/plugin.hpp>

#include <atomic>
#include <cmath>

namespace kapprox {
namespace {

struct Head {
  Problem problem;
  Mask mask;
};

bool sees(const Head& head, Index i, Index j) {
  return head.mask.allows(i, j, head.problem.queries.rows, head.problem.keys.rows);
}

// Weights, then rows = weights × values, without touching what the mask hides.
class Weighted : public AttentionSample {
 public:
  explicit Weighted(const Head& head) : head_(head) {}

 protected:
  const Head& head_;

  virtual Matrix make_weights() const { return exact_weights(head_.problem, head_.mask); }

  AttentionOutput do_output() const override {
    AttentionOutput output = exact_attention(head_.problem, head_.mask);
    output.normalisers.clear();
    const Matrix weights = make_weights();
    for (Index i = 0; i < weights.rows(); ++i)
      for (Index c = 0; c < output.rows.cols(); ++c) {
        output.rows(i, c) = 0.0;
        for (Index j = 0; j < weights.cols(); ++j)
          if (sees(head_, i, j)) output.rows(i, c) += weights(i, j) * head_.problem.values(j, c);
      }
    return output;
  }
  Matrix do_weights() const override { return make_weights(); }
};

template <class Sample>
class Prepared final : public PreparedAttention {
 public:
  Prepared(const Problem& problem, const Mask& mask) : head_{problem, mask} {}

 private:
  std::unique_ptr<const AttentionSample> do_draw(const Stream&) const override {
    return std::make_unique<const Sample>(head_);
  }
  Head head_;
};

template <class Sample>
class Crooked : public AttentionMethod {
 protected:
  AttentionClaims do_claims() const override {
    AttentionClaims claims;
    claims.has_weights = true;
    claims.rows_sum_to_one = true;
    claims.nonnegative = true;
    claims.key_equivariant = true;
    return claims;
  }

 private:
  AttentionCost do_cost(Index, Index, Index, Index) const override { return {}; }
  std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                      const Mask& mask) const override {
    return std::make_unique<const Prepared<Sample>>(problem, mask);
  }
};

// One maximum over all keys before the exponential, as a stabiliser: its rounding sees the future.
class FutureMaximum final : public Weighted {
  using Weighted::Weighted;
  Matrix make_weights() const override {
    Matrix weights = exact_weights(head_.problem, head_.mask);
    double maximum = 0.0;
    for (Index j = 0; j < weights.cols(); ++j)
      if (head_.mask.allows_key(j))
        maximum = std::max(maximum, dot(head_.problem.keys.row(j), head_.problem.keys.row(j)));
    for (Index i = 0; i < weights.rows(); ++i) {
      double sum = 0.0;
      for (double& w : weights.row(i)) sum += (w *= std::exp(-maximum));
      if (sum > 0.0)
        for (double& w : weights.row(i)) w /= sum;
    }
    return weights;
  }
};

// Columns are normalised in place of rows (the slip of a printed formula).
class ColumnSums final : public Weighted {
  using Weighted::Weighted;
  Matrix make_weights() const override {
    Matrix weights = exact_weights(head_.problem, head_.mask);
    for (Index j = 0; j < weights.cols(); ++j) {
      double sum = 0.0;
      for (Index i = 0; i < weights.rows(); ++i) sum += weights(i, j);
      if (sum > 0.0)
        for (Index i = 0; i < weights.rows(); ++i) weights(i, j) /= sum;
    }
    return weights;
  }
};

// Hidden values are multiplied by 0, not skipped.
class TimesZero final : public Weighted {
  using Weighted::Weighted;
  AttentionOutput do_output() const override {
    AttentionOutput output = Weighted::do_output();
    const Matrix weights = make_weights();
    for (Index i = 0; i < weights.rows(); ++i)
      for (Index j = 0; j < weights.cols(); ++j)
        if (!head_.mask.allows_key(j)) output.rows(i, 0) += 0.0 * head_.problem.values(j, 0);
    return output;
  }
};

// A row that sees no key is given ones.
class OnesForNothing final : public Weighted {
  using Weighted::Weighted;
  AttentionOutput do_output() const override {
    AttentionOutput output = Weighted::do_output();
    for (Index i = 0; i < output.rows.rows(); ++i)
      if (output.flags[static_cast<std::size_t>(i)] == RowFlag::no_key)
        for (double& x : output.rows.row(i)) x = 1.0;
    return output;
  }
};

// Later keys count more.
class ByPosition final : public Weighted {
  using Weighted::Weighted;
  Matrix make_weights() const override {
    Matrix weights = exact_weights(head_.problem, head_.mask);
    for (Index i = 0; i < weights.rows(); ++i) {
      double sum = 0.0;
      for (Index j = 0; j < weights.cols(); ++j)
        sum += (weights(i, j) *= 1.0 + 0.01 * static_cast<double>(j));
      if (sum > 0.0)
        for (double& w : weights.row(i)) w /= sum;
    }
    return weights;
  }
};

// Plain exponentials: beyond the range of double at large norms.
class NoScale final : public Weighted {
  using Weighted::Weighted;
  Matrix make_weights() const override {
    Matrix weights(head_.problem.queries.rows, head_.problem.keys.rows);
    for (Index i = 0; i < weights.rows(); ++i) {
      double sum = 0.0;
      for (Index j = 0; j < weights.cols(); ++j)
        if (sees(head_, i, j))
          sum += (weights(i, j) =
                      std::exp(dot(head_.problem.queries.row(i), head_.problem.keys.row(j))));
      if (sum > 0.0)
        for (double& w : weights.row(i)) w /= sum;
    }
    return weights;
  }
};

// Every answer is a little larger than the one before.
class Counting final : public Weighted {
  using Weighted::Weighted;
  AttentionOutput do_output() const override {
    AttentionOutput output = Weighted::do_output();
    const double more = 1.0 + 1e-12 * static_cast<double>(++asked_);
    for (double& x : output.rows.values()) x *= more;
    return output;
  }
  mutable std::atomic<int> asked_{0};
};

class LiesExact final : public Crooked<ByPosition> {
  AttentionClaims do_claims() const override {
    AttentionClaims claims = Crooked::do_claims();
    claims.exact = true;
    claims.key_equivariant = false;
    return claims;
  }
};

class LiesRandom final : public Crooked<Weighted> {
  AttentionClaims do_claims() const override {
    AttentionClaims claims = Crooked::do_claims();
    claims.random = true;
    return claims;
  }
};

// Says no to windows, and takes them.
class HalfRefusal final : public Crooked<Weighted> {
  std::string do_refusal(const Mask& mask) const override { return mask.window > 0 ? "no" : ""; }
};

}  // namespace

KAPPROX_PLUGIN("crooked_attention", "1.0", registry) {
  const char* none = "none: wrong on purpose";
  registry.add<Crooked<FutureMaximum>>("future_maximum", "one maximum over all keys", none);
  registry.add<Crooked<ColumnSums>>("column_sums", "normalises columns", none);
  registry.add<Crooked<TimesZero>>("times_zero", "multiplies hidden values by 0", none);
  registry.add<Crooked<OnesForNothing>>("ones_for_nothing", "fills rows without keys", none);
  registry.add<Crooked<ByPosition>>("by_position", "later keys count more", none);
  registry.add<Crooked<NoScale>>("no_scale", "plain exponentials", none);
  registry.add<Crooked<Counting>>("counting", "keeps a count", none);
  registry.add<LiesExact>("lies_exact_attention", "is not exact", none);
  registry.add<LiesRandom>("lies_random_attention", "is not random", none);
  registry.add<HalfRefusal>("half_refusal", "refuses without words", none);
}

}  // namespace kapprox
