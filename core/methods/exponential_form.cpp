// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Moments of complex-exponential estimators under one shared frequency. With v_j the chosen vector
// of estimator j, E Π_j exp(ω·v_j − v_j·v_j/2) = exp(Σ_{i<j} v_i·v_j): the squares cancel.
#include "methods/exponential_choices.hpp"

#include <kapprox/error.hpp>
#include <kapprox/exponential_form.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

using Complex = std::complex<double>;

// weight · exp(exponent), a term of a sum whose imaginary parts cancel.
struct Term {
  Complex exponent;
  double weight;
};

// Σ weight · Re exp(exponent) + constant, with the largest exponent taken out.
LogNumber sum_of_exponentials(std::span<const Term> terms, double constant) {
  double scale = constant == 0.0 ? terms.front().exponent.real() : 0.0;
  for (const Term& term : terms) scale = std::max(scale, term.exponent.real());
  double sum = constant * std::exp(-scale);
  for (const Term& term : terms)
    sum += term.weight * std::exp(term.exponent.real() - scale) * std::cos(term.exponent.imag());
  return {sum, scale};
}

// Σ weight · Re(exp(exponent) − 1). Odd and even parts are summed apart, so that the odd parts of
// an exponent and its negative cancel exactly and cosh ζ − 1 keeps its digits at ζ = 1e-8.
LogNumber sum_of_exponentials_minus_one(std::span<const Term> terms) {
  double largest = 0.0;
  for (const Term& term : terms) largest = std::max(largest, std::abs(term.exponent.real()));
  if (largest > 1.0) return sum_of_exponentials(terms, -1.0);

  double odd = 0.0;
  double even = 0.0;
  for (const Term& term : terms) {
    const double half_sinh = std::sinh(term.exponent.real() / 2.0);
    const double half_sine = std::sin(term.exponent.imag() / 2.0);
    const double cosine = std::cos(term.exponent.imag());
    odd += term.weight * std::sinh(term.exponent.real()) * cosine;
    even += term.weight * 2.0 * (half_sinh * half_sinh * cosine - half_sine * half_sine);
  }
  return {odd + even, 0.0};
}

// Appends one term per combination of choices of the estimators from `next` on.
void add_terms(const std::vector<std::vector<ExponentialChoice>>& choices,
               std::vector<const ExponentialChoice*>& chosen, Complex exponent, double weight,
               std::vector<Term>& terms) {
  if (chosen.size() == choices.size()) {
    terms.push_back({exponent, weight});
    return;
  }
  for (const ExponentialChoice& choice : choices[chosen.size()]) {
    Complex with_choice = exponent;
    for (const ExponentialChoice* earlier : chosen) with_choice += bilinear(*earlier, choice);
    chosen.push_back(&choice);
    add_terms(choices, chosen, with_choice, weight * choice.weight, terms);
    chosen.pop_back();
  }
}

std::vector<Term> terms_of(std::span<const FormAtPair> estimators) {
  std::vector<std::vector<ExponentialChoice>> choices;
  for (const FormAtPair& estimator : estimators) choices.push_back(choices_of(estimator));
  std::vector<const ExponentialChoice*> chosen;
  std::vector<Term> terms;
  add_terms(choices, chosen, Complex{}, 1.0, terms);
  return terms;
}

}  // namespace

std::vector<ExponentialChoice> choices_of(const FormAtPair& estimator) {
  check_size("length of the key", static_cast<Index>(estimator.y.size()),
             static_cast<Index>(estimator.x.size()));
  check_at_least("members of the form", static_cast<Index>(estimator.form.members.size()), 1);
  std::vector<ExponentialChoice> choices;
  for (const Complex a : estimator.form.members) {
    const Complex inverse = std::conj(a) / std::norm(a);
    const bool is_real = a.imag() == 0.0;
    ExponentialChoice choice;
    choice.weight = (is_real ? 1.0 : 0.5) / static_cast<double>(estimator.form.members.size());
    for (std::size_t l = 0; l < estimator.x.size(); ++l)
      choice.v.push_back(a * estimator.x[l] + inverse * estimator.y[l]);
    choices.push_back(choice);
    if (is_real) continue;
    for (Complex& component : choice.v) component = std::conj(component);
    choices.push_back(choice);
  }
  return choices;
}

Complex bilinear(const ExponentialChoice& u, const ExponentialChoice& v) {
  double real = 0.0;
  double imaginary = 0.0;
  for (std::size_t l = 0; l < u.v.size(); ++l) {
    real += u.v[l].real() * v.v[l].real() - u.v[l].imag() * v.v[l].imag();
    imaginary += u.v[l].real() * v.v[l].imag() + u.v[l].imag() * v.v[l].real();
  }
  return {real, imaginary};
}

bool is_even(const ExponentialForm& form) {
  // How often a is chosen, in halves: a real member counts for both itself and its conjugate.
  const auto halves = [&](Complex a) {
    return std::count(form.members.begin(), form.members.end(), a) +
           std::count(form.members.begin(), form.members.end(), std::conj(a));
  };
  return std::all_of(form.members.begin(), form.members.end(),
                     [&](Complex member) { return halves(member) == halves(-member); });
}

LogNumber joint_moment(std::span<const FormAtPair> estimators) {
  return sum_of_exponentials(terms_of(estimators), 0.0);
}

LogNumber relative_covariance(const FormAtPair& a, const FormAtPair& b) {
  const FormAtPair both[] = {a, b};
  return sum_of_exponentials_minus_one(terms_of(both));
}

}  // namespace kapprox
