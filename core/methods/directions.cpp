// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The public calls of Directions: checks, and the part of the random address that every law shares.
#include <kapprox/directions.hpp>
#include <kapprox/error.hpp>

#include <string>

namespace kapprox {

DirectionDraw Directions::draw(const Stream& stream, const DirectionRequest& request) const {
  check_at_least("number of directions", request.count, 1);
  check_at_least("rank of the coordinates", request.rank, 1);
  check_at_least("ambient dimension", request.ambient_dim, request.rank);
  if (request.is_reduced() && !claims().rotation_invariant)
    throw Error("Directions::draw: the coordinates are reduced to rank " +
                std::to_string(request.rank) + " of " + std::to_string(request.ambient_dim) +
                ", but must be full because this law is not rotation invariant; prepare the method "
                "on the problem in its own coordinates");

  const Stream address = stream.at(static_cast<std::uint64_t>(request.ambient_dim))
                             .at(request.is_reduced() ? "reduced" : "full");
  DirectionDraw draw = do_draw(address, request);
  check_size("number of directions drawn", draw.coordinates.rows(), request.count);
  check_size("rank of the directions drawn", draw.coordinates.cols(), request.rank);
  if (request.squared_norms)
    check_size("number of squared norms drawn", static_cast<Index>(draw.squared_norms.size()),
               request.count);
  return draw;
}

namespace {

void check_term(const DirectionTerm& term, Index ambient_dim) {
  check_at_least("ambient dimension", ambient_dim, 1);
  if (term.s_squared < 0.0 && !term.two_sided)
    throw Error("Directions: a term with s·s = " + std::to_string(term.s_squared) +
                " is one-sided, but must be two-sided because it is a cosine");
}

// Of h under ω ~ N(0, I).
LogNumber gaussian_variance(const DirectionTerm& term) {
  return term.two_sided ? cosh_minus_one(term.s_squared) : exp_minus_one(term.s_squared);
}

}  // namespace

std::optional<TermLaw> Directions::law(const DirectionTerm& term, Index ambient_dim) const {
  check_term(term, ambient_dim);
  if (claims().gaussian_marginals) return TermLaw{{1.0, 0.0}, gaussian_variance(term)};
  return do_law(term, ambient_dim);
}

std::optional<LogNumber> Directions::coupling(const DirectionTerm& term, Index ambient_dim,
                                              Index count) const {
  check_term(term, ambient_dim);
  check_at_least("number of directions", count, 1);
  if (claims().independent || count == 1) return LogNumber{};
  return do_coupling(term, ambient_dim, count);
}

std::optional<LogNumber> Directions::cross_coupling(const DirectionTerm& a, const DirectionTerm& b,
                                                    double cosine, Index ambient_dim,
                                                    Index count) const {
  check_term(a, ambient_dim);
  check_term(b, ambient_dim);
  check_at_least("number of directions", count, 1);
  if (claims().independent || count == 1) return LogNumber{};
  return do_cross_coupling(a, b, cosine, ambient_dim, count);
}

std::optional<TermLaw> Directions::do_law(const DirectionTerm&, Index) const {
  return std::nullopt;
}

std::optional<LogNumber> Directions::do_coupling(const DirectionTerm&, Index, Index) const {
  return std::nullopt;
}

std::optional<LogNumber> Directions::do_cross_coupling(const DirectionTerm&, const DirectionTerm&,
                                                       double, Index, Index) const {
  return std::nullopt;
}

}  // namespace kapprox
