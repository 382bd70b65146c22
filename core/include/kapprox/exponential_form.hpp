// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The complex-exponential family. For a complex number a put s_a = a x + y / a (bilinear, never
// conjugated). A form is a list of such a; its estimator of exp(x·y) from one frequency ω ~ N(0, I)
// is
//
//   exp(x·y) · h(ω),   h(ω) = mean over a of Re exp(ω·s_a − s_a·s_a / 2),   E h = 1.
//
// a = 1 gives positive features, a = i trigonometric ones, {1, −1} hyperbolic ones. For any product
// E[h_1 ⋯ h_p] = mean over members and conjugations of exp(Σ_{i<j} v_i·v_j), v_i the chosen s: from
// this one line core derives every variance, covariance and fourth moment.
// Choromanski et al., "Hybrid Random Features", ICLR 2022; the moment formula is in
// docs/notation.md.
#pragma once

#include <kapprox/claims.hpp>
#include <kapprox/log_number.hpp>

#include <complex>
#include <span>
#include <vector>

namespace kapprox {

struct ExponentialForm {
  std::vector<std::complex<double>> members;

  static ExponentialForm positive() { return {{{1.0, 0.0}}}; }
  static ExponentialForm trigonometric() { return {{{0.0, 1.0}}}; }
  static ExponentialForm hyperbolic() { return {{{1.0, 0.0}, {-1.0, 0.0}}}; }
};

// One estimator at one pair: form, query x (d) and key y (d).
struct FormAtPair {
  const ExponentialForm& form;
  std::span<const double> x;
  std::span<const double> y;
};

// E[h_1 ⋯ h_p] under one shared frequency. Cost (2·members)^p.
LogNumber joint_moment(std::span<const FormAtPair> estimators);

// Cov(h_a, h_b) under one shared frequency; exact near 0 (no cancellation against 1).
LogNumber relative_covariance(const FormAtPair& a, const FormAtPair& b);

// Fourth central moment of the mean of `count` independent copies of h.
LogNumber fourth_central_moment(const FormAtPair& estimator, Index count);

}  // namespace kapprox
