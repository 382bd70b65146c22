// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Independent normal directions. In reduced coordinates the first r coordinates are drawn and the
// rest of the squared norm is one χ² number with d − r degrees of freedom: the law is the same.
#include "chi_squared.hpp"
#include "laws.hpp"

namespace kapprox {

DirectionClaims Iid::do_claims() const {
  return {.gaussian_marginals = true, .independent = true, .rotation_invariant = true};
}

DirectionDraw Iid::do_draw(const Stream& stream, const DirectionRequest& request) const {
  const Stream address = stream.at("iid");
  DirectionDraw draw;
  draw.coordinates = Matrix(request.count, request.rank);
  address.at("coordinates").fill_normals(draw.coordinates);
  if (!request.squared_norms) return draw;

  for (Index i = 0; i < request.count; ++i)
    draw.squared_norms.push_back(dot(draw.coordinates.row(i), draw.coordinates.row(i)));
  add_chi_squared(address.at("remaining norm"), request.ambient_dim - request.rank,
                  draw.squared_norms);
  return draw;
}

}  // namespace kapprox
