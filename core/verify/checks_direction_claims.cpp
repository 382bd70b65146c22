// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Claims about the law of directions: normal marginals and independence. Statistics are taken of d
// + 1 directions: a block and its neighbour.
#include "verify/directions_subject.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view gaussian_check = "claim: gaussian marginals";
constexpr std::string_view independent_check = "claim: independent";

// Powers of one component, the squared norm, and exp(x − 1/2), which shows odd moments: it is what
// a positive feature of unit length sees.
constexpr std::array<const char*, 6> marginal_names = {
    "the mean of ω_i·a",          "the mean of (ω_i·a)²", "the mean of (ω_i·a)⁴",
    "the mean of exp(ω_i·a − ½)", "the mean of ‖ω_i‖²",   "the mean of ‖ω_i‖⁴"};

void check_marginals(const DirectionsSubject& subject, Index dim, Orientation orientation,
                     Judge& judge) {
  const Matrix vectors = two_vectors(orientation, dim);
  const std::array<std::size_t, 4> chosen = {0, 1, static_cast<std::size_t>(dim - 1),
                                             static_cast<std::size_t>(dim)};
  const std::size_t each = marginal_names.size();
  Looks looks(subject.options().trials, chosen.size() * each,
              [&](Index trial, std::span<double> out) {
                const DirectionDraw draw = subject.draw("marginals", trial, dim, dim + 1);
                const std::vector<double> x = components(draw, vectors).x;
                for (std::size_t c = 0; c < chosen.size(); ++c) {
                  const double value = x[chosen[c]];
                  const double square = draw.squared_norms[chosen[c]];
                  const std::array<double, 6> statistics = {
                      value,  value * value,  std::pow(value, 4), std::exp(value - 0.5),
                      square, square * square};
                  std::copy(statistics.begin(), statistics.end(), out.begin() + Index(c * each));
                }
              });
  const auto d = static_cast<double>(dim);
  const std::array<double, 6> truths = {0.0, 1.0, 3.0, 1.0, d, d * (d + 2.0)};
  // Of one value under the normal law: Var x⁴ = 105 − 9, Var e^(x − ½) = e − 1, E‖ω‖⁸ − (E‖ω‖⁴)².
  const std::array<double, 6> variances = {
      1.0,     2.0,
      96.0,    std::numbers::e - 1.0,
      2.0 * d, d * (d + 2.0) * ((d + 4.0) * (d + 6.0) - d * (d + 2.0))};
  for (std::size_t c = 0; c < chosen.size(); ++c)
    for (std::size_t s = 0; s < each; ++s)
      judge.compare(
          gaussian_check, marginal_names[s], "under N(0, I)",
          [&](int look) {
            const Moments& moments = looks.look(look)[c * each + s];
            return mean_against(moments, truths[s],
                                std::sqrt(variances[s] / static_cast<double>(moments.count)));
          },
          fmt::format("{}, i = {}", direction_place(dim, dim + 1, orientation), chosen[c]));
}

// Kolmogorov-Smirnov: √n D beyond 2.28 has probability 6e-5 (2 exp(−2 · 2.28²)), as |z| beyond 4.
constexpr double largest_distance = 2.28;

double kolmogorov_distance(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double below = 0.5 * std::erfc(-values[i] / std::numbers::sqrt2);
    distance = std::max(
        {distance, below - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - below});
  }
  return std::sqrt(n) * distance;
}

void check_distribution(const DirectionsSubject& subject, Index dim, Orientation orientation,
                        Ledger& ledger) {
  const Matrix vectors = two_vectors(orientation, dim);
  const Index trials = subject.options().trials;
  const auto distance = [&](Index begin, Index end) {
    std::vector<double> values;
    for (Index trial = begin; trial < end; ++trial)
      values.push_back(components(subject.draw("distribution", trial, dim, 2), vectors).x.back());
    return kolmogorov_distance(std::move(values));
  };
  double found = distance(0, trials);
  if (found > largest_distance) found = distance(trials, (1 + second_look_factor) * trials);
  ledger.within(
      gaussian_check, "√n · Kolmogorov-Smirnov distance", found, largest_distance,
      fmt::format("ω_1·a is not normal: √n · Kolmogorov-Smirnov distance {:.3g}, twice", found),
      direction_place(dim, dim + 1, orientation));
}

// Covariances between directions 0 and 1, and 0 and d: of x, of x² and of ‖ω‖², by products of
// deviations from sample means.
void check_independence(const DirectionsSubject& subject, Index dim, Orientation orientation,
                        Judge& judge) {
  const Matrix vectors = two_vectors(orientation, dim);
  constexpr std::array<const char*, 5> names = {
      "the covariance of ω_0·a and ω_j·a", "the covariance of (ω_0·a)² and (ω_j·a)²",
      "the covariance of (ω_0·a)² and (ω_j·b)²", "the covariance of ‖ω_0‖² and ‖ω_j‖²",
      "the covariance of exp(ω_0·a) and exp(ω_j·a)"};
  for (const Index j : {Index{1}, dim}) {
    // Per covariance: the product, then its two factors.
    Looks looks(subject.options().trials, 3 * names.size(),
                [&](Index trial, std::span<double> out) {
                  const DirectionDraw draw = subject.draw("independence", trial, dim, dim + 1);
                  const Components parts = components(draw, vectors);
                  const auto other = static_cast<std::size_t>(j);
                  const double x = parts.x[0];
                  const double z = parts.x[other];
                  const std::array<std::array<double, 2>, 5> factors = {
                      {{x, z},
                       {x * x, z * z},
                       {x * x, parts.y[other] * parts.y[other]},
                       {draw.squared_norms[0], draw.squared_norms[other]},
                       {std::exp(0.5 * x), std::exp(0.5 * z)}}};
                  for (std::size_t s = 0; s < factors.size(); ++s) {
                    out[3 * s] = factors[s][0] * factors[s][1];
                    out[3 * s + 1] = factors[s][0];
                    out[3 * s + 2] = factors[s][1];
                  }
                });
    for (std::size_t s = 0; s < names.size(); ++s)
      judge.compare(
          independent_check, names[s], "of independent ones",
          [&](int look) {
            const std::vector<Moments>& all = looks.look(look);
            const Moments& a = all[3 * s + 1];
            const Moments& b = all[3 * s + 2];
            // Under independence the covariance has the variance Var a · Var b / n.
            return Statistic{
                all[3 * s].mean - a.mean * b.mean, 0.0,
                std::sqrt(a.variance() * b.variance() / static_cast<double>(all[3 * s].count)),
                1e-12};
          },
          fmt::format("{}, j = {}", direction_place(dim, dim + 1, orientation), j));
  }
}

}  // namespace

void check_direction_claims(DirectionsSubject& subject, Judge& judge) {
  const DirectionClaims& claims = subject.claims();
  for (const Index dim : subject.dims())
    for (const Orientation orientation : orientations) {
      if (claims.gaussian_marginals) {
        check_marginals(subject, dim, orientation, judge);
        check_distribution(subject, dim, orientation, judge.ledger());
      }
      if (claims.independent) check_independence(subject, dim, orientation, judge);
    }
  for (const std::string_view check : {gaussian_check, independent_check})
    judge.ledger().not_applicable(check, "not claimed");
}

}  // namespace kapprox
