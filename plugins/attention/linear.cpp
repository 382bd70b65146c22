// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Linear attention, o_i = Σ_j w_ij v_j with w_ij = φ(q_i)·ϕ(k_j) / Σ_l φ(q_i)·ϕ(k_l): its
// parameters and claims. Katharopoulos et al., "Transformers are RNNs", ICML 2020, equations 4 to
// 7; Choromanski et al., "Rethinking Attention with Performers", ICLR 2021, section 2. Row sums,
// not column sums: docs/methods/linear.md.
#include "linear.hpp"

#include "methods.hpp"

#include <kapprox/plugin.hpp>

#include <algorithm>

namespace kapprox {

namespace {

class Linear final : public AttentionMethod {
 public:
  static void declare(Declarations& declarations) {
    declarations.method(Kind::kernel, "feature_map", "a kernel method that has features");
    declarations
        .integer("window", "only keys closer than this to the query's position; 0: no window")
        .at_least(0)
        .at_most(1 << 30)
        .otherwise(0);
    declarations.choice("storage", "number format that features and states are rounded to",
                        storage_names());
    declarations.integer("chunk", "tokens that share a state; changes rounding errors only")
        .at_least(1)
        .at_most(65536)
        .otherwise(64);
    declarations
        .integer("calibration",
                 "fit the map to this many first tokens only, which are exact in causal order; 0: "
                 "to all")
        .at_least(0)
        .at_most(1 << 30)
        .otherwise(0);
  }

  explicit Linear(const Parameters& parameters)
      : settings_{parameters.method<FeatureMap>("feature_map"), parameters.integer("window"),
                  storage_named(parameters.choice("storage")), parameters.integer("chunk"),
                  parameters.integer("calibration")} {
    if (!settings_.map)
      throw InputError(
          "linear: feature_map estimates pairs and has no features, but must have them; choose "
          "positive, trig, hybrid, taylor, elu1 or another feature map.");
  }

 private:
  AttentionClaims do_claims() const override {
    const Claims map = settings_.map->claims();
    AttentionClaims claims;
    claims.random = map.random;
    claims.rotation_invariant = map.rotation_invariant;
    claims.fits_data = map.fits_data;
    claims.has_weights = true;
    claims.unit_roundoff = unit_roundoff(settings_.storage);
    claims.rows_sum_to_one = true;
    claims.nonnegative = map.nonnegative;
    claims.key_equivariant = settings_.window == 0 && !(map.fits_data && settings_.calibration > 0);
    return claims;
  }

  // Both sides mapped, states of all keys, one reading per query; in a window the chunks at its two
  // ends, multiplied out.
  AttentionCost do_cost(Index queries, Index keys, Index ambient_dim,
                        Index value_dim) const override {
    const Cost map = settings_.map->cost(ambient_dim);
    const auto tokens = static_cast<double>(queries) + static_cast<double>(keys);
    const auto features = static_cast<double>(map.feature_dim);
    const auto columns = static_cast<double>(value_dim + 1);
    AttentionCost cost;
    cost.feature_dim = map.feature_dim;
    cost.projections_per_token = map.projections_per_token;
    cost.multiply_adds = tokens * (map.multiply_adds_per_token + features * columns);
    if (settings_.window > 0)
      cost.multiply_adds += static_cast<double>(queries) *
                            static_cast<double>(std::min(keys, 2 * settings_.chunk)) *
                            (features + columns);
    return cost;
  }

  std::string do_refusal(const Mask& mask) const override {
    if (!mask.causal || settings_.calibration > 0 || !settings_.map->claims().fits_data) return "";
    return "the mask is " + mask.words() +
           " and the feature map of linear is fitted to all keys, later ones too, but must not see "
           "them; set calibration to a number of first tokens to fit it to, or choose a map that "
           "does not look at data";
  }

  void do_check_problem(const Problem& problem) const override {
    settings_.map->check_problem(problem);
  }

  std::unique_ptr<const PreparedAttention> do_prepare(const Problem& problem,
                                                      const Mask& mask) const override {
    return std::make_unique<linear::PreparedLinear>(
        settings_, problem, intersection(mask, {false, settings_.window, {}}));
  }

  linear::Settings settings_;
};

}  // namespace

void add_linear(Registry& registry) {
  registry.add<Linear>(
      "linear", "attention by right multiplication of features: any feature map, any mask, O(n)",
      "Katharopoulos et al., \"Transformers are RNNs: fast autoregressive transformers with linear "
      "attention\", ICML 2020; Choromanski et al., \"Rethinking Attention with Performers\", ICLR "
      "2021");
}

}  // namespace kapprox
