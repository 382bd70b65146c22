// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Faults of laws of directions, one in each. All begin with independent normal coordinates.
#include <kapprox/plugin.hpp>

#include <cmath>
#include <limits>

namespace kapprox {
namespace {

DirectionDraw normal_draw(const Stream& stream, const DirectionRequest& request) {
  DirectionDraw draw{Matrix(request.count, request.rank), {}};
  stream.at("coordinates").fill_normals(draw.coordinates);
  Matrix rest(request.count, request.ambient_dim);
  stream.at("rest").fill_normals(rest);
  for (Index i = 0; i < request.count; ++i)
    draw.squared_norms.push_back(dot(draw.coordinates.row(i), draw.coordinates.row(i)) +
                                 dot(rest.row(i).subspan(static_cast<std::size_t>(request.rank)),
                                     rest.row(i).subspan(static_cast<std::size_t>(request.rank))));
  return draw;
}

void scale_row(DirectionDraw& draw, Index i, double factor) {
  for (double& x : draw.coordinates.row(i)) x *= factor;
  draw.squared_norms[static_cast<std::size_t>(i)] *= factor * factor;
}

class Law : public Directions {
  DirectionClaims do_claims() const override {
    return {.gaussian_marginals = true, .independent = true, .rotation_invariant = true};
  }
};

// All directions are others as soon as there are more of them.
class DependsOnCount final : public Law {
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override {
    return normal_draw(stream.at(static_cast<std::uint64_t>(request.count)), request);
  }
};

// The second direction is the first one, turned round.
class Antithetic final : public Law {
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override {
    DirectionDraw draw = normal_draw(stream, request);
    for (Index i = 1; i < request.count; i += 2) {
      for (Index j = 0; j < request.rank; ++j) draw.coordinates(i, j) = -draw.coordinates(i - 1, j);
      draw.squared_norms[static_cast<std::size_t>(i)] =
          draw.squared_norms[static_cast<std::size_t>(i - 1)];
    }
    return draw;
  }
};

// Norms are all √d, where the marginals of normal directions have random ones.
class FixedNorms final : public Law {
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override {
    DirectionDraw draw = normal_draw(stream, request);
    for (Index i = 0; i < request.count; ++i)
      scale_row(draw, i,
                std::sqrt(static_cast<double>(request.ambient_dim) /
                          draw.squared_norms[static_cast<std::size_t>(i)]));
    return draw;
  }
};

// Squared norms count the coordinates that were asked for alone.
class ShortNorms final : public Law {
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override {
    DirectionDraw draw = normal_draw(stream, request);
    for (Index i = 0; i < request.count; ++i)
      draw.squared_norms[static_cast<std::size_t>(i)] =
          dot(draw.coordinates.row(i), draw.coordinates.row(i));
    return draw;
  }
};

// The inverse of the normal distribution at 0: a direction in some hundred is infinite.
class Infinite final : public Law {
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override {
    DirectionDraw draw = normal_draw(stream, request);
    for (Index i = 0; i < request.count; ++i)
      if (draw.coordinates(i, 0) > 2.0) scale_row(draw, i, std::numeric_limits<double>::infinity());
    return draw;
  }
};

// Pairs of opposite directions, honestly claimed, with a coupling that is off by a factor 2.
class WrongCoupling final : public Directions {
  DirectionClaims do_claims() const override {
    return {.gaussian_marginals = true, .independent = false, .rotation_invariant = true};
  }
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override {
    DirectionDraw draw = normal_draw(stream, request);
    for (Index i = 1; i < request.count; i += 2) {
      for (Index j = 0; j < request.rank; ++j) draw.coordinates(i, j) = -draw.coordinates(i - 1, j);
      draw.squared_norms[static_cast<std::size_t>(i)] =
          draw.squared_norms[static_cast<std::size_t>(i - 1)];
    }
    return draw;
  }
  // m/2 pairs, each with Cov(h(ω), h(−ω)) = exp(−s·s) − 1 for positive terms, Var h for even ones.
  std::optional<LogNumber> do_coupling(const DirectionTerm& term, Index dim,
                                       Index count) const override {
    const auto m = static_cast<double>(count);
    const double covariance =
        term.two_sided ? law(term, dim)->variance.to_double() : std::expm1(-term.s_squared);
    return LogNumber{std::floor(m / 2.0) * covariance / (m * m), 0.0};
  }
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("crooked_directions", "1.0", registry) {
  using namespace kapprox;
  registry.add<DependsOnCount>("depends_on_count", "others for every m", "none");
  registry.add<Antithetic>("antithetic", "opposite pairs", "none");
  registry.add<FixedNorms>("fixed_norms", "norms of √d", "none");
  registry.add<ShortNorms>("short_norms", "norms of the coordinates asked for", "none");
  registry.add<Infinite>("infinite", "infinite now and then", "none");
  registry.add<WrongCoupling>("wrong_coupling", "opposite pairs, half their coupling", "none");
}
