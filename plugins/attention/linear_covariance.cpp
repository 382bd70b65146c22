// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// E h h' − 1 for h of s = a x + y / a and h' of s' = a x + y' / a under one ω: exp(s·s') − 1 where
// the form has a alone (positive features), cosh(s·s') − 1 where it has a and −a alike (hyperbolic
// ones) or a is imaginary (trigonometric ones). Other forms have complex exponents and are left
// out. Choromanski et al., "Hybrid Random Features", ICLR 2022; docs/notation.md.
#include "linear_covariance.hpp"

#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <complex>

namespace kapprox::linear {

namespace {

using Complex = std::complex<double>;

// Below this exp(x) − 1 loses digits.
constexpr double small_exponent = 1.0;

// exp(x) − 1 or cosh(x) − 1.
double without_one(double x, bool two_sided) {
  if (!two_sided) return std::expm1(x);
  const double half = std::sinh(0.5 * x);
  return 2.0 * half * half;
}

}  // namespace

std::optional<RelativeCovariance> RelativeCovariance::of(const RandomFeatureMap& map,
                                                         Index ambient_dim) {
  const std::optional<ExponentialForm> form = map.form();
  if (!form || !map.directions().claims().gaussian_marginals) return std::nullopt;
  const std::vector<Complex>& members = form->members;
  const Complex a = members.front();
  const auto same = std::count(members.begin(), members.end(), a);
  const auto opposite = std::count(members.begin(), members.end(), -a);
  const auto all = static_cast<std::ptrdiff_t>(members.size());
  const bool is_imaginary = a.real() == 0.0;
  if ((!is_imaginary && a.imag() != 0.0) || same + opposite != all) return std::nullopt;
  const bool two_sided = is_imaginary || same == opposite;
  if (!two_sided && same != all) return std::nullopt;
  return RelativeCovariance((a * a).real(), two_sided, map, ambient_dim);
}

double RelativeCovariance::largest_exponent(const QueryProducts& query,
                                            ConstMatrixView key_products) const {
  // |s_j·s_l| is at most the largest |s_j|².
  double largest = 0.0;
  for (Index j = 0; j < key_products.rows; ++j)
    largest = std::max(largest, std::abs(exponent(query, key_products, j, j)));
  return largest;
}

bool RelativeCovariance::row(const QueryProducts& query, ConstMatrixView key_products, Index key,
                             double log_unit, std::span<double> out) const {
  for (std::size_t l = 0; l < out.size(); ++l)
    out[l] = exponent(query, key_products, key, static_cast<Index>(l));
  if (largest_exponent(query, key_products) < small_exponent) {
    for (double& value : out) value = without_one(value, two_sided_);
  } else {
    const double one = std::exp(-log_unit);
    if (two_sided_)  // cosh x = exp|x| (1 + exp(−2|x|)) / 2
      for (double& value : out) value = std::abs(value);
    std::vector<double> inverse(out.begin(), out.end());
    for (double& value : out) value -= log_unit;
    vector_exp(out, out);
    if (two_sided_) {
      for (double& value : inverse) value *= -2.0;
      vector_exp(inverse, inverse);
      for (std::size_t l = 0; l < out.size(); ++l) out[l] *= 0.5 * (1.0 + inverse[l]);
    }
    for (double& value : out) value -= one;
  }
  for (double& value : out) value /= static_cast<double>(count_);
  return !is_coupled() || add_coupling(query, key_products, key, log_unit, out);
}

bool RelativeCovariance::add_coupling(const QueryProducts& query, ConstMatrixView key_products,
                                      Index key, double log_unit, std::span<double> out) const {
  const DirectionTerm own = {exponent(query, key_products, key, key), two_sided_};
  for (Index l = 0; l < key_products.rows; ++l) {
    const DirectionTerm other = {exponent(query, key_products, l, l), two_sided_};
    // The cosine of the real vectors: of z where s = i z.
    const double norms = std::sqrt(own.s_squared * other.s_squared);
    const double product = std::copysign(1.0, square_) * exponent(query, key_products, key, l);
    const double cosine = norms > 0.0 ? std::clamp(product / norms, -1.0, 1.0) : 0.0;
    const std::optional<LogNumber> extra =
        directions_->cross_coupling(own, other, cosine, ambient_dim_, count_);
    if (!extra) return false;
    out[static_cast<std::size_t>(l)] += extra->over(log_unit);
  }
  return true;
}

}  // namespace kapprox::linear
