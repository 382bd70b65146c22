// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The vectors v a complex-exponential estimator averages over: one per member a of its form and,
// unless a is real, one more for the complex conjugate, since Re e = (e + ē)/2. All moments are
// sums over such choices (exponential_form.hpp).
#pragma once

#include <kapprox/exponential_form.hpp>

#include <complex>
#include <vector>

namespace kapprox {

struct ExponentialChoice {
  std::vector<std::complex<double>> v;  // d
  double weight = 1.0;                  // the weights of one estimator sum to 1
};

// v = a x + y / a for every member a, and conj(v) where a is not real.
std::vector<ExponentialChoice> choices_of(const FormAtPair& estimator);

// Σ_l u_l v_l, no conjugation.
std::complex<double> bilinear(const ExponentialChoice& u, const ExponentialChoice& v);

// True when v and −v are equally likely choices for every pair: the estimator is even in ω.
bool is_even(const ExponentialForm& form);

}  // namespace kapprox
