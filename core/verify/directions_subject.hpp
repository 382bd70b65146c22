// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One config of a law of directions under test, and the families of checks for it.
#pragma once

#include "methods/build.hpp"
#include "verify/judge.hpp"
#include "verify/looks.hpp"
#include "verify/verify.hpp"

#include <kapprox/directions.hpp>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace kapprox {

class DirectionsSubject {
 public:
  // `rebuild` makes the same config anew. Tries every dimension once: those that the law refuses
  // with an InputError are left out, and the ledger says so; all of them only where it need not
  // work.
  DirectionsSubject(const Directions& law, const VerifyOptions& options,
                    std::function<BuiltMethod()> rebuild, bool must_work, Ledger& ledger);

  // The same for another object of this config.
  DirectionsSubject on(const Directions& law) const { return {*this, law}; }

  const Directions& law() const { return law_; }
  const DirectionClaims& claims() const { return claims_; }
  const VerifyOptions& options() const { return options_; }
  BuiltMethod rebuild() const { return rebuild_(); }
  const std::vector<Index>& dims() const { return dims_; }  // accepted ones

  // m directions in all d coordinates, or in 2 of them; one address for each word.
  DirectionDraw draw(std::string_view word, Index trial, Index dim, Index count) const;
  DirectionDraw draw_reduced(std::string_view word, Index trial, Index dim, Index count) const;

 private:
  DirectionsSubject(const DirectionsSubject& other, const Directions& law)
      : law_(law),
        options_(other.options_),
        rebuild_(other.rebuild_),
        claims_(other.claims_),
        dims_(other.dims_) {}

  const Directions& law_;
  const VerifyOptions& options_;
  std::function<BuiltMethod()> rebuild_;
  DirectionClaims claims_;
  std::vector<Index> dims_;
};

// Two orthonormal vectors of d entries each, as rows: along the first two axes, along the diagonal
// (1, …, 1)/√d, or without symmetry.
enum class Orientation { axes, diagonal, askew };
Matrix two_vectors(Orientation orientation, Index dim);
inline constexpr Orientation orientations[] = {Orientation::axes, Orientation::diagonal,
                                               Orientation::askew};
std::string_view orientation_name(Orientation orientation);

// x_i = ω_i·a and y_i = ω_i·b of every direction, for two vectors as rows.
struct Components {
  std::vector<double> x;
  std::vector<double> y;
};
Components components(const DirectionDraw& draw, const Matrix& vectors);

// "d = 5, m = 6, along an axis".
std::string direction_place(Index dim, Index count, Orientation orientation);

// When it fails, there is no law to judge.
inline constexpr std::string_view finite_check = "directions: finite";

void check_direction_draws(DirectionsSubject& subject, Ledger& ledger);  // rows, norms, purity
void check_direction_claims(DirectionsSubject& subject, Judge& judge);   // normal, independent
void check_direction_turns(DirectionsSubject& subject, Judge& judge);    // invariance, reduction
void check_direction_theory(DirectionsSubject& subject, Judge& judge);   // law, coupling

}  // namespace kapprox
