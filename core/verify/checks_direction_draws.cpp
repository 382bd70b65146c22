// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What every draw of directions promises: m rows whatever m is, direction i the same for every m,
// squared norms that fit the coordinates, nothing infinite; and purity, as for every sample.
#include "verify/directions_subject.hpp"
#include "verify/parallel.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view rows_check = "directions: m rows";
constexpr std::string_view prefix_check = "directions: direction i is the same for every m";
constexpr std::string_view norm_check = "directions: squared norms";
constexpr std::string_view random_check = "directions: trials differ";

// ‖ω‖² against the squares of its coordinates: sums of at most 16 squares, and the orthonormal
// bases that scaled directions come from.
constexpr double same_norm = 1e-12;

bool same_prefix(std::span<const double> few, std::span<const double> many) {
  return few.size() <= many.size() && std::memcmp(few.data(), many.data(), few.size_bytes()) == 0;
}

bool same_draw(const DirectionDraw& few, const DirectionDraw& many) {
  return same_prefix(few.coordinates.values(), many.coordinates.values()) &&
         same_prefix(few.squared_norms, many.squared_norms);
}

std::string place_of(Index dim, Index count) { return fmt::format("d = {}, m = {}", dim, count); }

void check_norms(const DirectionDraw& draw, Index dim, bool reduced, Ledger& ledger) {
  const std::string place = place_of(dim, draw.coordinates.rows());
  for (Index i = 0; i < draw.coordinates.rows(); ++i) {
    const double of_row = dot(draw.coordinates.row(i), draw.coordinates.row(i));
    const double square = draw.squared_norms[static_cast<std::size_t>(i)];
    if (!ledger.holds(finite_check, std::isfinite(of_row) && std::isfinite(square),
                      fmt::format("direction {} has the squared norm {}", i, square), place))
      continue;
    if (reduced)
      ledger.holds(
          norm_check, square >= of_row * (1.0 - same_norm),
          fmt::format("direction {} has the squared norm {:.6g}, but two of its coordinates "
                      "alone have {:.6g}",
                      i, square, of_row),
          place);
    else
      ledger.within(
          norm_check, "relative difference",
          (square - of_row) / std::max(of_row, std::numeric_limits<double>::min()), same_norm,
          fmt::format("direction {} has the squared norm {:.12g}, but its coordinates have "
                      "{:.12g}",
                      i, square, of_row),
          place);
  }
}

void check_counts(const DirectionsSubject& subject, Index dim, bool reduced, Ledger& ledger) {
  const auto draw = [&](Index count) {
    return reduced ? subject.draw_reduced("counts", 0, dim, count)
                   : subject.draw("counts", 0, dim, count);
  };
  const Index most = 4 * dim + 3;
  const DirectionDraw all = draw(most);
  check_norms(all, dim, reduced, ledger);
  for (const Index count : {Index{1}, dim - 1, dim, dim + 1, 2 * dim, 3 * dim + 2}) {
    try {
      const DirectionDraw few = draw(count);
      ledger.holds(rows_check, true, {});
      ledger.holds(prefix_check, same_draw(few, all),
                   fmt::format("the first {} directions of {} are others than those of {}", count,
                               most, count),
                   place_of(dim, count));
    } catch (const Error& fault) {
      ledger.holds(rows_check, false, fault.what(), place_of(dim, count));
    }
  }
}

void check_purity(const DirectionsSubject& subject, Index dim, Ledger& ledger) {
  const Index count = 2 * dim + 1;
  const std::string place = place_of(dim, count);
  std::vector<DirectionDraw> draws;
  draws.reserve(3);
  for (Index trial = 0; trial < 3; ++trial)
    draws.push_back(subject.draw("purity", trial, dim, count));
  ledger.holds(random_check, !same_draw(draws[0], draws[1]) || !same_draw(draws[1], draws[2]),
               "three trials gave one and the same draw", place);

  const BuiltMethod again = subject.rebuild();
  const DirectionsSubject anew = subject.on(dynamic_cast<const Directions&>(*again.method));
  for (Index trial = 3; trial-- > 0;) {
    const DirectionDraw& expected = draws[static_cast<std::size_t>(trial)];
    ledger.holds("purity: a draw repeats itself",
                 same_draw(subject.draw("purity", trial, dim, count), expected),
                 "the same address drawn again gives other directions: a state is kept, or "
                 "randomness comes from elsewhere than the stream",
                 place);
    ledger.holds("purity: a method built anew is the same",
                 same_draw(anew.draw("purity", trial, dim, count), expected),
                 "the same law built again gives other directions: a state is kept between objects",
                 place);
  }
}

void check_threads(const DirectionsSubject& subject, Index dim, Ledger& ledger) {
  const Index count = 2 * dim + 1;
  std::vector<DirectionDraw> expected;
  expected.reserve(parallel_rounds);
  for (int round = 0; round < parallel_rounds; ++round)
    expected.push_back(subject.draw("threads", round, dim, count));
  const Index failures = count_false(subject.options().threads, [&](int round) {
    return same_draw(subject.draw("threads", round, dim, count),
                     expected[static_cast<std::size_t>(round)]);
  });
  ledger.holds("threads: many draws at once", failures == 0,
               "draws by several threads at once differ from those of one: the law keeps a state",
               place_of(dim, count));
}

}  // namespace

void check_direction_draws(DirectionsSubject& subject, Ledger& ledger) {
  for (const Index dim : subject.dims()) {
    check_counts(subject, dim, false, ledger);
    if (subject.claims().rotation_invariant) check_counts(subject, dim, true, ledger);
    check_purity(subject, dim, ledger);
    check_threads(subject, dim, ledger);
  }
}

}  // namespace kapprox
