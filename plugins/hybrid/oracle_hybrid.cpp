// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The best hybrid there can be: at each pair the λ* of least variance, from the closed forms of the
// bases. No features make it, since λ* is no inner product: it is the lower bound for every hybrid
// of these bases whose coefficients sum to 1.
//
//   λ* = (V_2 − C) / (V_1 + V_2 − 2C),   1 − λ* = (V_1 − C) / (V_1 + V_2 − 2C).
#include "bases.hpp"
#include "methods.hpp"
#include "weight.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kapprox {

namespace {

// Any coefficient serves where the two estimates never differ: ½. A covariance that has no closed
// form at this pair (coupled directions and long vectors) counts as 0.
Coefficients best_coefficients(const BaseMoments& bases) {
  const LogNumber covariance = bases.covariance.value_or(LogNumber{});
  const LogNumber first_part = bases.second.variance - covariance;
  const LogNumber second_part = bases.first.variance - covariance;
  const LogNumber sum = first_part + second_part;
  if (sum.value <= 0.0) return {};
  const double unit = sum.log_scale;
  return {first_part.over(unit) / sum.value, second_part.over(unit) / sum.value};
}

class OracleSample final : public KernelSample {
 public:
  OracleSample(const FittedBases& bases, BaseDraws draws)
      : bases_(bases), draws_(std::move(draws)) {}

 private:
  void do_estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                   std::span<LogNumber> out) const override {
    std::vector<LogNumber> second(pairs.size());
    bases_.estimate(draws_, queries, keys, pairs, out, second);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const std::optional<BaseMoments> moments =
          bases_.moments(queries.row(pairs[p].query), keys.row(pairs[p].key), false);
      if (!moments)
        throw Error("oracle_hybrid: the variances of the bases are known elsewhere, but not here");
      const Coefficients best = best_coefficients(*moments);
      out[p] = best.first * out[p] + best.second * second[p];
    }
  }

  const FittedBases& bases_;
  BaseDraws draws_;
};

class PreparedOracle final : public PreparedKernel {
 public:
  PreparedOracle(const Bases& bases, const Problem& problem) : bases_(bases, problem) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    return std::make_unique<OracleSample>(bases_, bases_.draw(stream));
  }

  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    const std::optional<BaseMoments> bases = bases_.moments(query, key, true);
    if (!bases) return std::nullopt;
    CoefficientLaw law;
    law.mean = best_coefficients(*bases);
    return mixed_theory(*bases, law);
  }

  FittedBases bases_;
};

class OracleHybrid final : public KernelMethod {
 public:
  static void declare(Declarations& declarations) { Bases::declare(declarations); }

  explicit OracleHybrid(const Parameters& parameters) : bases_(parameters, "oracle_hybrid") {
    for (const auto& [name, map] : {std::pair("first", bases_.first), {"second", bases_.second}})
      if (!map->claims().unbiased)
        throw InputError(std::string("oracle_hybrid: ") + name +
                         " is biased over these directions, but must be unbiased: the bound is one "
                         "of variance; choose directions with normal marginals, such as iid.");
    check_closed_forms();
  }

 private:
  // Whether a closed form exists hangs on the maps and their directions, so that any short pair
  // tells.
  void check_closed_forms() const {
    constexpr Index dim = 4;
    const double query[dim] = {0.5, 0.25, 0.0, 0.0};
    const double key[dim] = {0.25, -0.5, 0.25, 0.0};
    const Problem problem = {{query, 1, dim, dim}, {key, 1, dim, dim}, {}, dim};
    const FittedBases fitted(bases_, problem);
    const std::optional<BaseMoments> moments = fitted.moments(query, key, false);
    if (moments && moments->covariance) return;
    throw InputError(
        "oracle_hybrid: the variances of first and second, or their covariance over shared "
        "directions, have no closed form, but must have one; choose bases and directions such as "
        "hyperbolic and trig over iid, or shared = false.");
  }

  Claims do_claims() const override {
    Claims claims = bases_.claims();
    // λ* is negative or above 1 where the bases are strongly correlated.
    claims.nonnegative = false;
    // A base without variance takes all of the weight.
    claims.exact_at_equal = exact_in_one(&Claims::exact_at_equal);
    claims.exact_at_opposite = exact_in_one(&Claims::exact_at_opposite);
    claims.exact_at_zero = exact_in_one(&Claims::exact_at_zero);
    return claims;
  }

  bool exact_in_one(bool Claims::*where) const {
    return bases_.first->claims().*where || bases_.second->claims().*where;
  }

  // No features: nothing is mapped but the two bases.
  Cost do_cost(Index ambient_dim) const override {
    const Cost first = bases_.first->cost(ambient_dim);
    const Cost second = bases_.second->cost(ambient_dim);
    return {
        .feature_dim = 0,
        .projections_per_token = bases_.directions_per_token(),
        .multiply_adds_per_token = first.multiply_adds_per_token + second.multiply_adds_per_token};
  }

  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override {
    return std::make_unique<PreparedOracle>(bases_, problem);
  }

  Bases bases_;
};

}  // namespace

void enrol_oracle_hybrid(Registry& registry) {
  registry.add<OracleHybrid>(
      "oracle_hybrid", "two base maps mixed with the best coefficient of each pair: a lower bound",
      "docs/methods/hybrid.md; after Choromanski et al., \"Hybrid Random Features\", ICLR 2022");
}

}  // namespace kapprox
