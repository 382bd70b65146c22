// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The fourth central moment of a complex-exponential estimator. E (h − 1)⁴ loses all digits as
// E h⁴ − 4 E h³ + 6 E h² − 3 when h is nearly constant, so small exponents take another road. With
// u_ij = v_i·v_j, inclusion-exclusion over the four copies turns E Π (e_j − 1), where
// E Π_{j∈S} e_j = Π_{ij⊂S} exp(u_ij), into a sum over the graphs on four vertices that leave no
// vertex alone, of Π expm1(u_ij) over their edges. If v and −v are equally likely, the average over
// signs is taken first: E Π_{j∈S} e_j = Π cosh u_ij · (1 + Σ over cycles in S of Π tanh u_ij).
#include "methods/exponential_choices.hpp"

#include <kapprox/error.hpp>
#include <kapprox/exponential_form.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace kapprox {

namespace {

using Complex = std::complex<double>;

// The six edges of four vertices, and which edges join vertex pairs: edge k has the ends ends[k].
constexpr std::array<std::array<int, 2>, 6> ends = {
    {{{0, 1}}, {{0, 2}}, {{0, 3}}, {{1, 2}}, {{1, 3}}, {{2, 3}}}};
// Edge sets as bits. A triangle leaves the vertex `apart` out; the other three edges are its
// spokes.
constexpr std::array<unsigned, 4> triangles = {0b111000, 0b100110, 0b010101, 0b001011};
constexpr std::array<unsigned, 3> four_cycles = {0b011110, 0b101101, 0b110011};

using Edges = std::array<Complex, 6>;

Complex product(const Edges& values, unsigned edges) {
  Complex result = 1.0;
  for (unsigned k = 0; k < 6; ++k)
    if ((edges >> k & 1U) != 0U) result *= values[k];
  return result;
}

bool reaches_all_vertices(unsigned edges) {
  unsigned vertices = 0;
  for (unsigned k = 0; k < 6; ++k)
    if ((edges >> k & 1U) != 0U) vertices |= 1U << ends[k][0] | 1U << ends[k][1];
  return vertices == 0b1111U;
}

Complex sum_over_graphs(const Edges& less_one) {
  Complex sum = 0.0;
  for (unsigned edges = 1; edges < 64; ++edges)
    if (reaches_all_vertices(edges)) sum += product(less_one, edges);
  return sum;
}

// E Π (e_j − 1) where the four vectors have products u and no symmetry is used.
Complex plain_moment(const Edges& u) {
  Edges less_one;
  std::transform(u.begin(), u.end(), less_one.begin(),
                 [](Complex x) { return 2.0 * std::exp(x / 2.0) * std::sinh(x / 2.0); });
  return sum_over_graphs(less_one);
}

// The same averaged over the signs of the four vectors.
Complex even_moment(const Edges& u) {
  Edges less_one;
  Edges cosine;
  Edges tangent;
  for (unsigned k = 0; k < 6; ++k) {
    const Complex half = std::sinh(u[k] / 2.0);
    less_one[k] = 2.0 * half * half;
    cosine[k] = 1.0 + less_one[k];
    tangent[k] = std::tanh(u[k]);
  }
  Complex sum = sum_over_graphs(less_one);
  for (const unsigned triangle : triangles) {
    const unsigned spokes = 0b111111U & ~triangle;
    Complex spokes_less_one = 0.0;
    for (unsigned edges = 1; edges < 64; ++edges)
      if ((edges & triangle) == 0U) spokes_less_one += product(less_one, edges & spokes);
    sum += product(tangent, triangle) * product(cosine, triangle) * spokes_less_one;
  }
  for (const unsigned cycle : four_cycles)
    sum += product(tangent, cycle) * product(cosine, 0b111111U);
  return sum;
}

// One choice of every pair v, −v, with the weight of both.
std::vector<ExponentialChoice> half_of(const std::vector<ExponentialChoice>& choices) {
  std::vector<ExponentialChoice> half;
  std::vector<bool> taken(choices.size(), false);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (taken[i]) continue;
    half.push_back(choices[i]);
    for (std::size_t j = i + 1; j < choices.size(); ++j) {
      const bool is_negative =
          !taken[j] && std::equal(choices[i].v.begin(), choices[i].v.end(), choices[j].v.begin(),
                                  [](Complex a, Complex b) { return a == -b; });
      if (!is_negative) continue;
      taken[j] = true;
      half.back().weight += choices[j].weight;
      break;
    }
  }
  return half;
}

double moment_of_small_exponents(const std::vector<ExponentialChoice>& choices, bool even) {
  const std::size_t n = choices.size();
  double sum = 0.0;
  std::array<std::size_t, 4> chosen{};
  for (std::size_t code = 0; code < n * n * n * n; ++code) {
    std::size_t rest = code;
    double weight = 1.0;
    for (std::size_t& choice : chosen) {
      choice = rest % n;
      rest /= n;
      weight *= choices[choice].weight;
    }
    Edges u;
    for (unsigned k = 0; k < 6; ++k)
      u[k] = bilinear(choices[chosen[static_cast<std::size_t>(ends[k][0])]],
                      choices[chosen[static_cast<std::size_t>(ends[k][1])]]);
    sum += weight * (even ? even_moment(u) : plain_moment(u)).real();
  }
  return sum;
}

LogNumber moment_of_any_exponents(const FormAtPair& estimator) {
  const std::vector<FormAtPair> copies(4, estimator);
  const std::span<const FormAtPair> all(copies);
  return joint_moment(all) + -4.0 * joint_moment(all.first(3)) + 6.0 * joint_moment(all.first(2)) +
         LogNumber{-3.0, 0.0};
}

// E (h − 1)⁴ of one copy.
LogNumber central_moment(const FormAtPair& estimator) {
  const bool even = is_even(estimator.form);
  const std::vector<ExponentialChoice> all = choices_of(estimator);
  const std::vector<ExponentialChoice> choices = even ? half_of(all) : all;
  double largest = 0.0;
  for (const ExponentialChoice& a : choices)
    for (const ExponentialChoice& b : choices)
      largest = std::max(largest, std::abs(bilinear(a, b)));
  // From exponents of size 1 on, E h⁴ is several times what is taken from it.
  if (largest > 1.0) return moment_of_any_exponents(estimator);
  return {moment_of_small_exponents(choices, even), 0.0};
}

}  // namespace

LogNumber fourth_central_moment(const FormAtPair& estimator, Index count) {
  check_at_least("number of copies", count, 1);
  const auto copies = static_cast<double>(count);
  const LogNumber variance = relative_covariance(estimator, estimator);
  const LogNumber sum = central_moment(estimator) + 3.0 * (copies - 1.0) * (variance * variance);
  return 1.0 / (copies * copies * copies) * sum;
}

}  // namespace kapprox
