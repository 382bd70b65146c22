// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Orthogonal rows are Haar. QR without the sign repair is not: positive features along
// (1, …, 1)/√d then have E[estimate]/exp(q·k) near 0.73 (d = 4), 0.79 (16) and 0.90 (64) at
// ‖q + k‖ = 1.5. The same check runs on the shipped law and on one that leaves the repair out.
#include "plugins/shipped.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace kapprox {
namespace {

// Q of a by Householder reflections as LAPACK makes it: R's diagonal has the sign opposite to the
// entry it replaces. a is d × d.
Matrix lapack_q(const Matrix& a) {
  const Index d = a.rows();
  Matrix r = a;
  Matrix q(d, d);
  for (Index i = 0; i < d; ++i) q(i, i) = 1.0;
  for (Index k = 0; k + 1 < d; ++k) {
    std::vector<double> v(static_cast<std::size_t>(d), 0.0);
    double norm = 0.0;
    for (Index i = k; i < d; ++i) norm = std::hypot(norm, r(i, k));
    for (Index i = k; i < d; ++i) v[static_cast<std::size_t>(i)] = r(i, k);
    v[static_cast<std::size_t>(k)] += r(k, k) > 0.0 ? norm : -norm;
    const double square = dot(v, v);
    const auto reflect = [&](double& value, double product, Index i) {
      value -= 2.0 * product / square * v[static_cast<std::size_t>(i)];
    };
    for (Index j = 0; j < d; ++j) {
      double in_r = 0.0;
      double in_q = 0.0;
      for (Index i = k; i < d; ++i) {
        in_r += v[static_cast<std::size_t>(i)] * r(i, j);
        in_q += v[static_cast<std::size_t>(i)] * q(j, i);
      }
      for (Index i = k; i < d; ++i) {
        reflect(r(i, j), in_r, i);
        reflect(q(j, i), in_q, i);
      }
    }
  }
  return q;
}

// One block of exactly d directions from QR without the sign repair; norms of the shipped law.
class Unrepaired final : public Directions {
  DirectionClaims do_claims() const override { return {.gaussian_marginals = true}; }
  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override {
    DirectionDraw draw = shipped_directions("orthogonal")->draw(stream, request);
    Matrix normal(request.ambient_dim, request.ambient_dim);
    stream.at("block").fill_normals(normal);
    const Matrix q = lapack_q(normal);
    for (Index i = 0; i < request.count; ++i)
      for (Index j = 0; j < request.ambient_dim; ++j)
        draw.coordinates(i, j) =
            std::sqrt(draw.squared_norms[static_cast<std::size_t>(i)]) * q(i, j);
    return draw;
  }
};

// The mean of exp(ω·s − s·s/2) over directions and trials, s = 1.5 (1, …, 1)/√d or −1.5 e_1.
Moments odd_moments(const Directions& law, Index d, bool along_diagonal, Index trials) {
  std::vector<double> s(static_cast<std::size_t>(d), 0.0);
  if (along_diagonal)
    for (double& component : s) component = 1.5 / std::sqrt(double(d));
  else
    s[0] = -1.5;
  Moments moments;
  for (Index trial = 0; trial < trials; ++trial) {
    const DirectionDraw draw =
        law.draw(Stream(21).trial(static_cast<std::uint64_t>(trial)), {d, d, d});
    double sum = 0.0;
    for (Index i = 0; i < d; ++i) sum += std::exp(dot(draw.coordinates.row(i), s) - 1.125);
    moments.add(sum / double(d));
  }
  return moments;
}

struct Trap {
  Index d;
  bool along_diagonal;
  double unrepaired;  // measured ratio, two digits
  Index trials;
};

class Haar : public testing::TestWithParam<Trap> {};

INSTANTIATE_TEST_SUITE_P(All, Haar,
                         testing::Values(Trap{4, true, 0.73, 10'000}, Trap{16, true, 0.79, 4000},
                                         Trap{64, true, 0.90, 1000}, Trap{4, false, 1.22, 10'000}));

TEST_P(Haar, PositiveFeaturesOnShippedDirectionsAreUnbiased) {
  const Trap trap = GetParam();

  const Moments moments =
      odd_moments(*shipped_directions("orthogonal"), trap.d, trap.along_diagonal, trap.trials);

  EXPECT_LT(std::abs(z_of_mean(moments, 1.0)), tolerance::standard_errors);
}

TEST_P(Haar, TheSameCheckCatchesAMissingSignRepair) {
  const Trap trap = GetParam();

  const Moments moments = odd_moments(Unrepaired(), trap.d, trap.along_diagonal, trap.trials);

  EXPECT_GT(std::abs(z_of_mean(moments, 1.0)), tolerance::standard_errors);
  EXPECT_NEAR(
      moments.mean, trap.unrepaired,
      0.005 + tolerance::standard_errors * moments.mean_standard_error());  // two digits given
}

}  // namespace
}  // namespace kapprox
