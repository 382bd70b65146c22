// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "methods/simple_form.hpp"

#include "methods/exponential_choices.hpp"

#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace kapprox {

namespace {

using Complex = std::complex<double>;

// u with s = u for real a, and s = i u for a = i b: b x − y / b.
std::vector<double> real_vector(const FormAtPair& estimator) {
  const Complex a = estimator.form.members.front();
  const double size = a.imag() == 0.0 ? a.real() : a.imag();
  const double sign = a.imag() == 0.0 ? 1.0 : -1.0;
  std::vector<double> u;
  for (std::size_t l = 0; l < estimator.x.size(); ++l)
    u.push_back(size * estimator.x[l] + sign * estimator.y[l] / size);
  return u;
}

}  // namespace

std::optional<DirectionTerm> simple_term(const FormAtPair& estimator) {
  const std::vector<Complex>& members = estimator.form.members;
  const Complex a = members.front();
  const bool is_imaginary = a.real() == 0.0;
  if (!is_imaginary && a.imag() != 0.0) return std::nullopt;
  const bool one_sided =
      std::all_of(members.begin(), members.end(), [a](Complex b) { return b == a; });
  const bool is_simple =
      std::all_of(members.begin(), members.end(), [a](Complex b) { return b == a || b == -a; });
  const bool two_sided = is_even(estimator.form);
  if (!is_simple || (!one_sided && !two_sided)) return std::nullopt;
  const std::vector<double> u = real_vector(estimator);
  const double square = dot(u, u);
  return DirectionTerm{is_imaginary ? -square : square, two_sided};
}

double simple_cosine(const FormAtPair& a, const FormAtPair& b) {
  const std::vector<double> u = real_vector(a);
  const std::vector<double> v = real_vector(b);
  const double norms = std::sqrt(dot(u, u)) * std::sqrt(dot(v, v));
  return norms == 0.0 ? 0.0 : std::clamp(dot(u, v) / norms, -1.0, 1.0);
}

}  // namespace kapprox
