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

std::optional<LogNumber> Directions::coupling(double s_squared, Index ambient_dim,
                                              Index count) const {
  check_at_least("number of directions", count, 1);
  check_at_least("ambient dimension", ambient_dim, 1);
  if (claims().independent) return LogNumber{};
  return do_coupling(s_squared, ambient_dim, count);
}

std::optional<LogNumber> Directions::do_coupling(double, Index, Index) const {
  return std::nullopt;
}

}  // namespace kapprox
