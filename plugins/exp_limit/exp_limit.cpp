// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The limit that defines exp, stopped at n: exp(t) ≈ (1 + t/n)^n with t = q·k. Its features are the
// n-fold tensor of [1, x/√n], (d + 1)^n numbers (full layout), or each monomial of it once. Against
// exp(t) the relative bias is −t²/(2n) + …: README.md.
#include <kapprox/plugin.hpp>

#include <cmath>

namespace kapprox {

namespace {

class ExpLimit final : public PolynomialMap {
 public:
  static void declare(Declarations& declarations) {
    declarations.integer("degree", "n of (1 + q·k/n)^n").at_least(1).at_most(256);
    PolynomialMap::declare(declarations);
  }

  explicit ExpLimit(const Parameters& parameters)
      : PolynomialMap("exp_limit", parameters, binomial_terms(parameters.integer("degree"))),
        degree_(parameters.integer("degree")) {}

 private:
  // c_j = C(n, j) n^{−j}. The tensor holds x_{i_1} ⋯ x_{i_j} once for every choice of j of its n
  // factors.
  static std::vector<PolynomialTerm> binomial_terms(Index degree) {
    const auto n = static_cast<double>(degree);
    std::vector<PolynomialTerm> terms = {{0.0, 1.0}};
    for (Index j = 1; j <= degree; ++j) {
      const double ratio = (n - static_cast<double>(j) + 1.0) / static_cast<double>(j);
      const PolynomialTerm& before = terms.back();
      terms.push_back(
          {before.log_coefficient + std::log(ratio / n), std::round(before.repeats * ratio)});
    }
    return terms;
  }

  double n() const { return static_cast<double>(degree_); }

  // log1p keeps small t; nearer to the zero at −n, n + t is exact and 1 + t/n is not.
  LogNumber do_value(double t) const override {
    if (2.0 * t > -n()) return {1.0, n() * std::log1p(t / n())};
    const double base = (n() + t) / n();
    if (base == 0.0) return {};
    const double sign = base < 0.0 && degree_ % 2 != 0 ? -1.0 : 1.0;
    return {sign, n() * std::log(std::abs(base))};
  }

  bool do_is_nonnegative() const override { return degree_ % 2 == 0; }

  std::string do_note(double t) const override {
    if (t >= -n()) return {};
    return "q·k lies below -degree = " + std::to_string(-degree_) +
           ", where (1 + q·k/degree)^degree " + (degree_ % 2 == 0 ? "grows again" : "is negative");
  }

  Index degree_;
};

}  // namespace

}  // namespace kapprox

KAPPROX_PLUGIN("exp_limit", "1.0", registry) {
  registry.add<kapprox::ExpLimit>(
      "exp_limit", "(1 + q·k/n)^n: deterministic, biased, misleads below q·k = -n",
      "the limit of Euler, Introductio in analysin infinitorum, 1748, chapter VII; "
      "docs/methods/polynomial.md");
}
