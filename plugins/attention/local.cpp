// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Any attention method cut to a band: it sees the mask of the study together with a window of its
// own. The truncation experiment, and sliding-window attention: Beltagy et al., "Longformer: the
// long-document transformer", 2020, section 3.1.
#include "methods.hpp"

#include <kapprox/plugin.hpp>

#include <algorithm>

namespace kapprox {

namespace {

class Local final : public AttentionMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.integer("window", "keys closer than this to the query's position are seen")
        .at_least(1)
        .at_most(1 << 30);
    declarations.method(Kind::attention, "inner", "the attention method that is cut to the window")
        .otherwise("exact");
  }

  explicit Local(const Parameters& parameters)
      : window_(static_cast<Index>(parameters.integer("window"))),
        inner_(parameters.method<AttentionMethod>("inner")) {
    if (!inner_->claims().window)
      throw InputError(
          "local: the inner method takes no window, but must take one; choose another inner "
          "method, "
          "such as exact");
  }

 private:
  Mask band(const Mask& mask) const {
    Mask own;
    own.window = window_;
    return intersection(mask, own);
  }

  AttentionClaims do_claims() const override {
    AttentionClaims claims = inner_->claims();
    claims.exact = false;
    claims.key_equivariant = false;  // the window goes by position
    return claims;
  }
  AttentionCost do_cost(Index queries, Index keys, Index ambient_dim,
                        Index value_dim) const override {
    return inner_->cost(queries, std::min(keys, 2 * window_ - 1), ambient_dim, value_dim);
  }
  std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                      const Mask& mask) const override {
    return inner_->prepare(problem, band(mask));
  }
  std::string do_refusal(const Mask& mask) const override { return inner_->refusal(band(mask)); }

  Index window_;
  std::shared_ptr<const AttentionMethod> inner_;
};

}  // namespace

void add_local(Registry& registry) {
  registry.add<Local>("local", "any attention method, cut to the keys near each query",
                      "Beltagy et al., \"Longformer: the long-document transformer\", 2020, "
                      "section 3.1");
}

}  // namespace kapprox
