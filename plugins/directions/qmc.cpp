// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Sobol points under a digital shift: all 64 bits of a coordinate are added, without carry, to 64
// random bits that the trial draws once per coordinate. Each point is then uniform, whatever its
// number, point 0 of the sequence included. Sobol numbers are Boost.Random's, after Bratley, Fox,
// "Algorithm 659", ACM TOMS 1988.
#include "laws.hpp"
#include "normal_quantile.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <boost/random/sobol.hpp>

namespace kapprox {

namespace {

using Sobol = boost::random::sobol_engine<std::uint64_t, 64>;

constexpr Index largest_dimension = boost::random::default_sobol_table::max_dimension;

// The middle of the cell of width 2^−52 that these bits begin with: never 0, never 1.
double uniform(std::uint64_t bits) { return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52; }

void check_dimension(Index d) {
  if (d <= largest_dimension) return;
  throw InputError("qmc: the dimension is " + std::to_string(d) + ", but must be at most " +
                   std::to_string(largest_dimension) +
                   ", where the table of Sobol numbers ends; choose other directions");
}

std::vector<std::uint64_t> random_words(const Stream& stream, std::size_t count) {
  std::vector<std::uint32_t> halves(2 * count);
  stream.fill_words(0, halves);
  std::vector<std::uint64_t> words;
  for (std::size_t l = 0; l < count; ++l)
    words.push_back((std::uint64_t{halves[2 * l]} << 32) | halves[2 * l + 1]);
  return words;
}

}  // namespace

DirectionClaims QuasiMonteCarlo::do_claims() const {
  return {.gaussian_marginals = true, .independent = false, .rotation_invariant = false};
}

void QuasiMonteCarlo::do_check_problem(const Problem& problem) const {
  check_dimension(problem.ambient_dim);
}

DirectionDraw QuasiMonteCarlo::do_draw(const Stream& stream,
                                       const DirectionRequest& request) const {
  const Index d = request.ambient_dim;
  check_dimension(d);

  const auto width = static_cast<std::size_t>(d);
  const std::vector<std::uint64_t> shift = random_words(stream.at("qmc"), width);
  Sobol sobol(width);
  std::vector<std::uint64_t> point(width, 0);  // the engine itself leaves point 0 out
  DirectionDraw draw;
  draw.coordinates = Matrix(request.count, d);
  for (Index i = 0; i < request.count; ++i) {
    if (i > 0) sobol.generate(point.begin(), point.end());
    for (std::size_t l = 0; l < width; ++l)
      draw.coordinates(i, static_cast<Index>(l)) = normal_quantile(uniform(point[l] ^ shift[l]));
    draw.squared_norms.push_back(dot(draw.coordinates.row(i), draw.coordinates.row(i)));
  }
  return draw;
}

}  // namespace kapprox
