// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Closed forms that a law of directions gives against Monte Carlo: mean and variance of one term
// h(ω), the coupling Σ_{i≠j} Cov(h(ω_i), h(ω_j))/m² and its mixed form for two terms that share the
// directions, for m below d, equal to d and beyond.
#include "verify/directions_subject.hpp"

#include <kapprox/vector_math.hpp>

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view law_check = "theory: one direction";
constexpr std::string_view coupling_check = "theory: coupling";
constexpr std::string_view cross_check = "theory: mixed coupling";

// ‖s‖ = 0.7: positive, hyperbolic and trigonometric.
constexpr double square = 0.49;
constexpr std::array<DirectionTerm, 3> terms = {{{square, false}, {square, true}, {-square, true}}};
constexpr std::array<const char*, 3> term_names = {"positive", "hyperbolic", "trigonometric"};
constexpr double cosine = 0.6;  // of the angle between the vectors of a mixed pair of terms

double h(const DirectionTerm& term, double component) {
  const double product = std::sqrt(std::abs(term.s_squared)) * component;
  if (term.s_squared < 0.0) return std::exp(-term.s_squared / 2.0) * std::cos(product);
  const double scale = std::exp(-term.s_squared / 2.0);
  return scale * (term.two_sided ? std::cosh(product) : std::exp(product));
}

// What is asked of one (law, d, m): terms a along one vector, b along another.
struct Expected {
  std::array<std::optional<TermLaw>, 3> law;
  std::array<std::optional<LogNumber>, 3> coupling;
  std::array<std::array<std::optional<LogNumber>, 3>, 3> cross;
};

Expected expected_of(const Directions& law, Index dim, Index count) {
  Expected expected;
  for (std::size_t a = 0; a < terms.size(); ++a) {
    expected.law[a] = law.law(terms[a], dim);
    expected.coupling[a] = law.coupling(terms[a], dim, count);
    for (std::size_t b = 0; b < terms.size(); ++b)
      expected.cross[a][b] = law.cross_coupling(terms[a], terms[b], cosine, dim, count);
  }
  return expected;
}

// Statistics of a trial: mean of h and mean of (h − μ)² over the directions, per term; then, for
// each pair of terms, Σ_{i≠j} (a_i − μ_a)(b_j − μ_b)/m² along one vector, and along two.
constexpr std::size_t kinds = terms.size();
constexpr std::size_t square_at = kinds;
constexpr std::size_t coupling_at = 2 * kinds;
constexpr std::size_t cross_at = 3 * kinds;
constexpr std::size_t statistics = 3 * kinds + kinds * kinds;

double pairs_mean(std::span<const double> a, std::span<const double> b) {
  double sum_a = 0.0;
  double sum_b = 0.0;
  double same = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i];
    sum_b += b[i];
    same += a[i] * b[i];
  }
  const auto m = static_cast<double>(a.size());
  return (sum_a * sum_b - same) / (m * m);
}

void fill_statistics(const DirectionDraw& draw, const Matrix& vectors,
                     const std::array<double, 3>& means, std::span<double> out) {
  const Index count = draw.coordinates.rows();
  std::array<std::vector<double>, 3> first;   // h − μ along the first vector
  std::array<std::vector<double>, 3> second;  // along one at the angle
  for (Index i = 0; i < count; ++i) {
    const double x = dot(draw.coordinates.row(i), vectors.row(0));
    const double y = dot(draw.coordinates.row(i), vectors.row(1));
    const double turned = cosine * x + std::sqrt(1.0 - cosine * cosine) * y;
    for (std::size_t t = 0; t < kinds; ++t) {
      first[t].push_back(h(terms[t], x) - means[t]);
      second[t].push_back(h(terms[t], turned) - means[t]);
    }
  }
  for (std::size_t t = 0; t < kinds; ++t) {
    double sum = 0.0;
    for (const double value : first[t]) sum += value;
    out[t] = means[t] + sum / static_cast<double>(count);
    out[square_at + t] = dot(first[t], first[t]) / static_cast<double>(count);
    out[coupling_at + t] = pairs_mean(first[t], first[t]);
    for (std::size_t b = 0; b < kinds; ++b)
      out[cross_at + kinds * t + b] = pairs_mean(first[t], second[b]);
  }
}

// `expected` empty: the law does not know.
void compare(std::string_view check, const std::string& what, std::optional<double> expected,
             Looks& looks, std::size_t statistic, const std::string& place, Judge& judge) {
  if (!expected) {
    judge.ledger().not_applicable(check, "no closed form is given");
    return;
  }
  judge.compare(
      check, what, "theory",
      [&](int look) { return mean_against(looks.look(look)[statistic], *expected); }, place);
}

std::optional<double> number(const std::optional<LogNumber>& value) {
  return value ? std::optional(value->to_double()) : std::nullopt;
}

void check_count(const DirectionsSubject& subject, Index dim, Index count, Orientation orientation,
                 Judge& judge) {
  const Expected expected = expected_of(subject.law(), dim, count);
  std::array<double, 3> means = {1.0, 1.0, 1.0};
  for (std::size_t t = 0; t < kinds; ++t)
    if (expected.law[t]) means[t] = expected.law[t]->mean.to_double();
  const Matrix vectors = two_vectors(orientation, dim);
  Looks looks(subject.options().trials, statistics, [&](Index trial, std::span<double> out) {
    fill_statistics(subject.draw("theory", trial, dim, count), vectors, means, out);
  });

  const std::string where =
      fmt::format("d = {}, m = {}, s {}", dim, count, orientation_name(orientation));
  for (std::size_t a = 0; a < kinds; ++a) {
    const std::string place = fmt::format("{}, {} term", where, term_names[a]);
    const auto& law = expected.law[a];
    compare(law_check, "the mean of h", law ? number(law->mean) : std::nullopt, looks, a, place,
            judge);
    compare(law_check, "the variance of h", law ? number(law->variance) : std::nullopt, looks,
            square_at + a, place, judge);
    // Without the mean of h there is nothing to take the covariance from.
    compare(coupling_check, "the coupling", law ? number(expected.coupling[a]) : std::nullopt,
            looks, coupling_at + a, place, judge);
    for (std::size_t b = 0; b < kinds; ++b)
      compare(cross_check, "the coupling of two terms",
              law && expected.law[b] ? number(expected.cross[a][b]) : std::nullopt, looks,
              cross_at + kinds * a + b, fmt::format("{} with {}", place, term_names[b]), judge);
  }
}

}  // namespace

void check_direction_theory(DirectionsSubject& subject, Judge& judge) {
  for (const Index dim : subject.dims())
    for (const Index count : {Index{3}, dim, dim + 2, 2 * dim + 1})
      for (const Orientation orientation : {Orientation::diagonal, Orientation::askew})
        check_count(subject, dim, count, orientation, judge);
}

}  // namespace kapprox
