// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Rotation invariance of directions: components along axes, along a diagonal and without symmetry
// have one joint law, and draws of two coordinates have the law of two components of full draws.
#include "verify/directions_subject.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view rotation_check = "claim: rotation invariant";
constexpr std::string_view reduction_check = "reduction: same law in reduced coordinates";

// Of the components along two orthonormal vectors, and of norms: what maps see.
constexpr std::size_t joint_statistics = 12;
constexpr std::array<const char*, joint_statistics> joint_names = {"x_0",
                                                                   "x_0²",
                                                                   "x_0 y_0",
                                                                   "‖ω_0‖² x_0²",
                                                                   "x_0 x_1",
                                                                   "x_0² x_1²",
                                                                   "x_0 y_1",
                                                                   "‖ω_0‖² ‖ω_1‖²",
                                                                   "the mean of x_i",
                                                                   "the mean of x_i²",
                                                                   "the mean of exp(x_i/2)",
                                                                   "the mean of cos x_i"};

void fill_joint(const DirectionDraw& draw, const Matrix& vectors, std::span<double> out) {
  const Components parts = components(draw, vectors);
  const std::vector<double>& x = parts.x;
  const double square = draw.squared_norms[0];
  const auto m = static_cast<double>(x.size());
  double mean = 0.0;
  double mean_square = 0.0;
  double mean_exp = 0.0;
  double mean_cos = 0.0;
  for (const double value : x) {
    mean += value / m;
    mean_square += value * value / m;
    mean_exp += std::exp(0.5 * value) / m;
    mean_cos += std::cos(value) / m;
  }
  const std::array<double, joint_statistics> statistics = {x[0],
                                                           x[0] * x[0],
                                                           x[0] * parts.y[0],
                                                           square * x[0] * x[0],
                                                           x[0] * x[1],
                                                           x[0] * x[0] * x[1] * x[1],
                                                           x[0] * parts.y[1],
                                                           square * draw.squared_norms[1],
                                                           mean,
                                                           mean_square,
                                                           mean_exp,
                                                           mean_cos};
  std::copy(statistics.begin(), statistics.end(), out.begin());
}

Looks joint_looks(const DirectionsSubject& subject, Index dim, Orientation orientation) {
  return {subject.options().trials, joint_statistics,
          [&subject, dim, vectors = two_vectors(orientation, dim),
           word = std::string(orientation_name(orientation))](Index trial, std::span<double> out) {
            fill_joint(subject.draw(word, trial, dim, dim + 1), vectors, out);
          }};
}

void compare_joint(std::string_view check, const DirectionsSubject& subject, Looks& one,
                   Looks& other, const std::string& here, const std::string& there,
                   const std::string& place, Judge& judge) {
  for (std::size_t s = 0; s < joint_statistics; ++s)
    compare_laws(
        check, subject.options().trials, fmt::format("of {}, x = ω·a {}", joint_names[s], here),
        "of it " + there, [&](int look) -> const Moments& { return one.look(look)[s]; },
        [&](int look) -> const Moments& { return other.look(look)[s]; }, place, judge);
}

void check_turned(const DirectionsSubject& subject, Index dim, Judge& judge) {
  Looks askew = joint_looks(subject, dim, Orientation::askew);
  for (const Orientation orientation : {Orientation::axes, Orientation::diagonal}) {
    Looks along = joint_looks(subject, dim, orientation);
    compare_joint(rotation_check, subject, along, askew,
                  "with a " + std::string(orientation_name(orientation)),
                  "with an a without symmetry", direction_place(dim, dim + 1, orientation), judge);
  }
  Matrix identity(2, 2);
  identity(0, 0) = identity(1, 1) = 1.0;
  Looks reduced(subject.options().trials, joint_statistics,
                [&](Index trial, std::span<double> out) {
                  fill_joint(subject.draw_reduced("reduced", trial, dim, dim + 1), identity, out);
                });
  compare_joint(reduction_check, subject, reduced, askew, "in draws of two coordinates",
                "in full draws", direction_place(dim, dim + 1, Orientation::askew), judge);
}

}  // namespace

void check_direction_turns(DirectionsSubject& subject, Judge& judge) {
  if (subject.claims().rotation_invariant)
    for (const Index dim : subject.dims()) check_turned(subject, dim, judge);
  for (const std::string_view check : {rotation_check, reduction_check})
    judge.ledger().not_applicable(check, "not claimed");
}

}  // namespace kapprox
