// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The base of deterministic polynomial features: exp(q·k) ≈ p(t) = Σ_j c_j t^j with t = q·k and
// every c_j ≥ 0, since for such a p and every power, c_j (q·k)^j = Σ_f φ_f(q) φ_f(k) with
//
//   symmetric layout  φ_α(x) = √(c_j j!/α!) x^α, |α| = j, every monomial once: C(d + j − 1, j)
//   full layout       √c_j x_{i_1} ⋯ x_{i_j} for every tuple: d^j
//
// (multinomial theorem). An author gives the coefficients; features, estimates, claims, theory, D
// and cost follow. Estimates are values of p and need no features.
//
//   class Cubic final : public PolynomialMap {   // 1 + t + t³/6
//    public:
//     static void declare(Declarations& d) { PolynomialMap::declare(d); }
//     explicit Cubic(const Parameters& p)
//         : PolynomialMap("cubic", p, {{0.0}, {0.0}, {missing_power}, {-std::log(6.0)}}) {}
//   };
#pragma once

#include <kapprox/feature_map.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace kapprox {

enum class MonomialLayout { symmetric, full };

// log c_j of a power that the polynomial does not have.
inline constexpr double missing_power = -std::numeric_limits<double>::infinity();

// One power c_j t^j.
struct PolynomialTerm {
  double log_coefficient = missing_power;  // log c_j

  // How often the full layout holds each product x_{i_1} ⋯ x_{i_j}, where the textbook's tensor
  // repeats it (that of (1 + t/n)^n does, C(n, j) times): it counts in D and changes no estimate.
  double repeats = 1.0;
};

class PolynomialMap : public FeatureMap {
 public:
  static void declare(Declarations& declarations);  // layout

  const std::string& name() const { return name_; }
  MonomialLayout layout() const { return layout_; }
  // Term j belongs to t^j; the last one is there, unless the polynomial is 0.
  const std::vector<PolynomialTerm>& terms() const { return terms_; }

  // p(t), and what a reader of results must know of it there ("" for nothing): see Theory::note.
  LogNumber value(double t) const { return do_value(t); }
  std::string note(double t) const { return do_note(t); }

 protected:
  // name: the method, for messages. Throws Error when there are no terms, a log-coefficient is NaN
  // or +∞, or a term repeats less than once.
  PolynomialMap(std::string_view name, const Parameters& parameters,
                std::vector<PolynomialTerm> terms);

 private:
  // The sum of the terms, off by a few eps of Σ|c_j t^j| times the size of the exponents: where
  // terms of both signs nearly cancel, a method that knows a better form overrides it.
  virtual LogNumber do_value(double t) const;
  // Whether p(t) ≥ 0 for every real t, without doubt. From the coefficients alone core proves it
  // where no odd power is strong enough to outweigh its even neighbours; a method with a theorem of
  // its own overrides it.
  virtual bool do_is_nonnegative() const;
  virtual std::string do_note(double) const { return {}; }

  Claims do_claims() const final;
  // D of the ambient dimension; beyond the range of Index, its largest number.
  Cost do_cost(Index ambient_dim) const final;
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const final;

  std::string name_;
  MonomialLayout layout_;
  std::vector<PolynomialTerm> terms_;
};

}  // namespace kapprox
