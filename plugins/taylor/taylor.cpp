// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Two polynomials of t = q·k over one base: the Taylor polynomial Σ_{j≤n} t^j/j! of exp, and the
// power t^n alone.
// Arora et al., "Simple linear attention language models balance the recall-throughput tradeoff",
// ICML 2024, has Taylor's n = 2 with the full layout; any n and the symmetric layout: README.md.
#include "taylor_polynomial.hpp"

#include <kapprox/plugin.hpp>

namespace kapprox {

namespace {

class Taylor final : public PolynomialMap {
 public:
  static void declare(Declarations& declarations) {
    declarations.integer("degree", "highest power of q·k that is kept").at_least(0).at_most(256);
    PolynomialMap::declare(declarations);
  }

  explicit Taylor(const Parameters& parameters)
      : PolynomialMap("taylor", parameters, terms_up_to(parameters.integer("degree"))),
        log_factorial_(log_factorials(parameters.integer("degree") + 1)) {}

 private:
  static std::vector<PolynomialTerm> terms_up_to(Index degree) {
    std::vector<PolynomialTerm> terms;
    for (const double log_factorial : log_factorials(degree)) terms.push_back({-log_factorial});
    return terms;
  }

  LogNumber do_value(double t) const override { return taylor_polynomial(t, log_factorial_); }
  // Where T_n is smallest its derivative T_{n−1} is 0, so T_n = t^n/n! there: ≥ 0 for even n.
  bool do_is_nonnegative() const override { return terms().size() % 2 != 0; }

  std::vector<double> log_factorial_;
};

class Power final : public PolynomialMap {
 public:
  static void declare(Declarations& declarations) {
    declarations.integer("degree", "the power of q·k; an even one does not see its sign")
        .at_least(0)
        .at_most(256);
    PolynomialMap::declare(declarations);
  }

  explicit Power(const Parameters& parameters)
      : PolynomialMap("power", parameters, only_term(parameters.integer("degree"))) {}

 private:
  static std::vector<PolynomialTerm> only_term(Index degree) {
    std::vector<PolynomialTerm> terms(static_cast<std::size_t>(degree));
    terms.push_back({0.0});
    return terms;
  }
};

}  // namespace

}  // namespace kapprox

KAPPROX_PLUGIN("taylor", "1.0", registry) {
  registry.add<kapprox::Taylor>("taylor",
                                "Taylor polynomial of exp(q·k): deterministic, biased, any degree",
                                "docs/methods/polynomial.md; degree 2: Arora et al., \"Simple "
                                "linear attention language models "
                                "balance the recall-throughput tradeoff\", ICML 2024");
  registry.add<kapprox::Power>(
      "power", "one power of q·k: deterministic; even degrees do not see its sign",
      "symmetric power attention of even degree, arXiv 2507.04239; docs/methods/polynomial.md");
}
