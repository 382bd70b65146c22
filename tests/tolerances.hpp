// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Every numeric tolerance of the tests, each with its reason. Measured means: the largest error
// seen over the arguments of the test that uses it, on AVX-512, AVX2 and without vectors.
#pragma once

#include <limits>

namespace kapprox::tolerance {

inline constexpr double eps = std::numeric_limits<double>::epsilon();

// Units in the last place of the vector functions: half a unit of final rounding, plus the
// polynomial (below 0.1) and one rounded intermediate of up to half the result's size.
inline constexpr double exp_ulp = 1.5;      // measured 1.1
inline constexpr double log_ulp = 1.5;      // measured 0.9
inline constexpr double sin_cos_ulp = 2.0;  // measured 1.5

// A normal deviate against its formula in long double, relative to the radius: log to 4 ulp (halved
// by the root), root, quarter turn, sine and product half to one ulp each.
inline constexpr double normal_relative = 8 * eps;

// Dot products and matrix products of n terms: at most n roundings of partial sums that are bounded
// by Σ|a_i b_i|. A theorem (Higham, "Accuracy and stability of numerical algorithms", section 3.1),
// not a measurement; use as rounding_per_term · n · Σ|a_i b_i|.
inline constexpr double rounding_per_term = eps;

// QᵀQ - I of a Householder QR, per element and row: a few eps for d ≤ 128; measured 1.6e-15.
inline constexpr double orthonormal = 2e-14;

// Eigenvalues relative to the norm of the matrix, and orthonormality of the vectors: some ten
// sweeps of rotations, whose roundings mostly cancel; measured 10 eps at r = 65.
inline constexpr double eigen = 64 * eps;

// Inner products after the change to span coordinates, relative to the product of norms: two passes
// of Gram-Schmidt leave errors of order √d eps; measured 4 eps at d = 100.
inline constexpr double span_inner_product = 32 * eps;

// Kolmogorov-Smirnov: √n · D exceeds this with probability 0.001 (2 exp(-2 · 1.95²)). Seeds are
// fixed, so a pass stays a pass.
inline constexpr double kolmogorov_smirnov = 1.95;

// Monte Carlo checks judge |estimate - truth| in standard errors.
inline constexpr double standard_errors = 4.0;

// The same over several hundred points at once: a normal law leaves 5 with probability 6e-7.
inline constexpr double many_standard_errors = 5.0;

// Moments of 1000 values against long double: a few thousand roundings of terms of one size, which
// mostly cancel; measured 3e-14.
inline constexpr double moments = 1e-12;

// Moments of values near 1e8 with a spread of 1e-3, shards merged in another order: means carry
// their rounding errors along.
inline constexpr double merge_order = 1e-9;

// A closed form of some ten operations, each within a few eps.
inline constexpr double closed_form = 64.0 * eps;

// The coupling of orthogonal directions: sums of up to some 18 000 terms of one sign, whose
// rounding errors stay a few eps because weights far from the mode vanish; measured 8 eps.
inline constexpr double coupling_sum = 64.0 * eps;

// The coupling of two different estimators through orthogonal directions, relative to the product
// of their standard deviations: double sums of few hundred terms, most of one sign; measured 1 eps.
inline constexpr double cross_coupling_sum = 32.0 * eps;

// Moments of directions of fixed norm, relative to themselves or to the variance: sums of up to
// some 4000 terms, a recurrence of up to some 2000 steps, and log-scales of up to 16 000, which
// carry an eps of their own size; measured 6e-13.
inline constexpr double sphere_mean = 1e-11;

// Two rational functions of degree 7 and a logarithm, against Boost's; measured 2 eps.
inline constexpr double normal_quantile = 8.0 * eps;

// exp(n log|t| - log n!) carries the absolute error of its exponent: below 2500 for n ≤ 256 and
// |t| ≤ 16000, with a few eps in each of the two terms.
inline constexpr double taylor_power = 2500.0 * 4.0 * eps;

// n log|1 + t/n| carries the absolute error of its exponent: below 1100 for n ≤ 256 and |t| ≤ 60 n,
// with a few eps.
inline constexpr double exp_limit_power = 1100.0 * 4.0 * eps;

// Features of a polynomial, multiplied out, against the polynomial, relative to Σ|φϕ|: the
// log-scales of degree 60 at ‖x‖² = 4000 reach 250, and products of 60 coordinates.
inline constexpr double polynomial_features = 256.0 * eps;

// log of m times the variance of m orthogonal positive features, against one feature's: the
// coupling is at most (d − 1) in size, here 127 beside e^22 = 6e9, so 2e-8.
inline constexpr double coupling_beside_huge_variance = 1e-7;

// Median over 24 × 24 pairs of ‖q + k‖² at d = 128: sd 2.8 between pairs, of which 24 queries and
// 24 keys leave a standard error near 0.5; three of them, divided by log 10.
inline constexpr double median_of_24_tokens_log10 = 0.65;

// A point computed beside other cases: matrix products and bases may round differently when other
// rows travel with it. What docs/reproducibility.md promises.
inline constexpr double other_cases = 1e-10;

// A pair in the plane against r_q r_k cos θ, relative to r_q r_k: three roundings of half an eps.
inline constexpr double plane_product = 2.0 * eps;

// The angle that a case records against the product of its rows, relative to the product of norms:
// sums of 8 or 16 squares, two roots, an arc tangent.
inline constexpr double pair_geometry = 64.0 * eps;

// Log-sum-exp of real heads against the reference in their files: logits of size up to 140, each a
// sum of up to 128 products, and up to 1024 of them.
inline constexpr double real_log_sum_exp = 1e-12;

// A Gegenbauer series against Boost's Bessel functions, relative to exp(r²), its largest value:
// sums of up to some 50 positive terms on both sides, and logarithms of size up to 200 for N_l and
// c_l; measured 2.2e-16.
inline constexpr double bessel_series = 64.0 * eps;

// An integral over [−1, 1] by the midpoint rule with 400 steps: h²/24 (f'(1) − f'(−1)), at most
// (1/200)²/24 · 48 f(1) for f = P_3⁴, whose integral is 0.096 f(1); measured 1.2e-4.
inline constexpr double midpoint_rule = 6e-4;

// A hybrid where one coefficient is exactly 0: the error of the other base alone, whose exponents
// of size up to 72 (norm 6) each round once in some hundred equal terms.
inline constexpr double exact_end = 1e-12;

// One formula computed in two ways, at norms where nothing cancels by more than some hundred.
inline constexpr double direct_formula = 1e-12;

// Features of a hybrid multiplied out, relative to Σ|φϕ|: sums of some hundred terms, each a
// product of a few rounded factors with log-scales up to 72.
inline constexpr double flat_features = 1024.0 * eps;

// Numbers that a page of docs/methods states to three decimals, to two, to one, or to none.
inline constexpr double three_decimals = 0.00051;
inline constexpr double two_decimals = 0.0051;
inline constexpr double one_decimal = 0.051;
inline constexpr double whole_number = 0.51;

// A number from a table of three digits, relative: half a unit of the third one.
inline constexpr double three_digits = 5e-3;

// Best tilts and second moments of the literature's form, whose root cancels: eps times some
// (2φ + d)/φ ≤ 250, and powers up to the 64th of numbers with a few eps.
inline constexpr double published_tilt = 4096.0 * eps;

// Estimates of one map computed in two ways, or theory in two bases: exponents up to some ten, with
// eps times a few sums of their size.
inline constexpr double same_map = 512.0 * eps;

// A relative variance near e^36: the exponent has 36 in front of its own few eps.
inline constexpr double shifted_variance = 1024.0 * eps;

// Positive features with ε against plain loops: exponents up to some ten with a few eps each, a
// logarithm and an exponential of ε.
inline constexpr double smoothed_features = 256.0 * eps;

// A centred estimate against the plain one at shifted vectors: the same features, and three factors
// whose exponents up to some ten have a few eps each.
inline constexpr double centred_estimate = 1e-12;

// Attention rows, weights and log-sum-exps of logits up to some 30 and values up to 4: each logit
// carries eps of its own size, and hundreds of weights average it.
inline constexpr double attention_row = 1e-13;

// Weights and log-sum-exps of up to 50 logits of size up to 30: eps of the largest exponent.
inline constexpr double softmax_row = 1e-13;

// Outputs of real heads against the reference in their files: values of size up to some ten, and
// weights with the error of logits of size up to 140.
inline constexpr double real_output = 1e-12;

// What defines a pseudo-inverse, relative to its norm: some ten sweeps of rotations.
inline constexpr double pseudo_inverse = 256.0 * eps;

// Nyström attention with every row a landmark: A A⁺ A = A up to the singular values that count as
// zero, n · eps of the largest.
inline constexpr double nystrom_exact = 1e-12;

// The same product of matrices by Cramer's rule, whose determinant cancels.
inline constexpr double nystrom_formula = 1e-10;

// The softmax series by two formulas at logits of std 0.4 to 1: sums of up to some hundred products
// of numbers below 10 that carry a few eps each; measured 4e-15.
inline constexpr double two_routes = 1e-13;

// A central difference with step 1e-5 of a function whose third derivative is below 1: h²/6, and
// rounding of a number near 2 over the step.
inline constexpr double central_difference = 1e-9;

// Orders up to 12 of the softmax series, and order 64 of one that falls by 0.6 per order, at a
// spread below 2: coefficients below 1, so a few dozen roundings; measured 1e-15.
inline constexpr double series_digits = 1e-13;

// The sum of a row of the softmax series, relative to Σ|w|: 1000 polynomials of degree up to 64
// whose coefficients are sums of terms of both signs; measured 5e-15.
inline constexpr double series_row_sum = 1e-13;

// Attention by joint moments against the series on logits, relative to Σ|w||v|: monomials up to
// degree 4 in 8 coordinates, where Σ_l |q_l k_l| exceeds |q·k| by some factor of 3 at each degree;
// measured 1e-14.
inline constexpr double series_attention = 1e-13;

// The same with keys up to 100 from each other: logits carry eps of their own size of up to 60,
// which order 4 multiplies by 4; measured 2e-13.
inline constexpr double series_of_far_keys = 1e-12;

// Right against left multiplication of features, relative to Σ|φϕ| over the normaliser: sums of
// some hundred keys and features, each term with a few eps and log-scales of size up to some ten.
inline constexpr double linear_paths = 1e-12;

// The same with features and states in float32: 2^-24 per feature, two features and a state per
// term, which adds up to some hundred keys at worst.
inline constexpr double linear_float32 = 1e-4;

// Rows that sum over 20 000 keys, against long double: what the public report asks for.
inline constexpr double linear_long = 1e-8;

// Sums of 32 weights whose numerators and normaliser are rounded to float32, or not at all.
inline constexpr double float32_row_sum = 1e-5;

// Weights of positive features in float32 against float64 at squared norms up to 4000.
inline constexpr double float32_weight = 1e-3;

// The delta method computed in two ways, relative to its largest entry: sums of up to 81
// covariances whose exponents, up to some 100, carry a few eps each.
inline constexpr double delta_method = 1e-11;

// Singular values, relative to the largest: some hundred rotations per entry, a few eps each.
inline constexpr double singular_value = 1e-13;

// What the delta method leaves out at 64 directions and norms near 0.5, relative to standard
// deviations and variances: terms of the next order, some relative variances of 1/64.
inline constexpr double first_order = 0.05;

// The same in the size of the bias, where tails of positive features count more.
inline constexpr double first_order_bias = 0.2;

// Ranks, entropies and shares of small matrices: sums of some ten numbers of order 1.
inline constexpr double spectrum = 1e-12;

// Numbers of a series study at a spread below 2, orders up to 12, against 50 decimal digits: what
// is asked of them; rounding of sums of ten terms of order 1 stays far below.
inline constexpr double series_study = 1e-10;

// A length between two others by logarithms of numbers near 1: a few eps each, over a share of
// them.
inline constexpr double interpolated_length = 50 * eps;

// Scores of blocks of up to some 40 keys against another way to the same number, relative to it and
// to 1: a few hundred roundings of logits of its size; measured 1e-14.
inline constexpr double block_score = 1e-12;

// Rows, weights and log-sums of block-sparse attention with a residual against the formula pair by
// pair, at values of size up to 4: some hundred roundings, times up to 1e3 where a signed
// normaliser cancels.
inline constexpr double block_residual = 1e-11;

// Errors of a map of degree 20 at |q·k| ≤ 3.6 in attention: 3.6^21 / 21! = 9.4e-9 of a term of size
// 1, and most logits are far smaller; measured 1e-11.
inline constexpr double block_perfect_map = 1e-8;

// Figures of deterministic runs, of which four decimals stand in the documentation.
inline constexpr double four_decimals = 5e-5;

// The same for the series to order 6 about the first key: powers 2^6 n times the centred ones.
inline constexpr double block_series = 1e-10;

// Measures of a study of blocks against plain loops over 18 keys: some hundred sums, and variances
// as differences of numbers of size 10.
inline constexpr double blocks_study = 1e-12;

}  // namespace kapprox::tolerance
