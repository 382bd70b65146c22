// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Fault: orthogonal directions from a QR decomposition as LAPACK gives it, without the repair of
// signs that makes it Haar. (Mezzadri, Notices of the AMS 2007, section 5.)
#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

// The first columns of Q of a = QR by Householder reflections, with R's diagonal opposite in sign
// to what it eliminates.
Matrix householder_q(Matrix a) {
  const Index rows = a.rows();
  const Index cols = a.cols();
  std::vector<std::vector<double>> reflectors;
  const auto reflect = [&](const std::vector<double>& v, Matrix& x, Index j) {
    double product = 0.0;
    for (Index i = 0; i < rows; ++i) product += v[static_cast<std::size_t>(i)] * x(i, j);
    for (Index i = 0; i < rows; ++i) x(i, j) -= 2.0 * product * v[static_cast<std::size_t>(i)];
  };
  for (Index k = 0; k < cols; ++k) {
    std::vector<double> v(static_cast<std::size_t>(rows), 0.0);
    double square = 0.0;
    for (Index i = k; i < rows; ++i) {
      v[static_cast<std::size_t>(i)] = a(i, k);
      square += a(i, k) * a(i, k);
    }
    v[static_cast<std::size_t>(k)] += std::copysign(std::sqrt(square), a(k, k));
    const double norm = std::sqrt(dot(v, v));
    for (double& x : v) x /= norm;
    for (Index j = k; j < cols; ++j) reflect(v, a, j);
    reflectors.push_back(std::move(v));
  }
  Matrix q(rows, cols);
  for (Index j = 0; j < cols; ++j) {
    q(j, j) = 1.0;
    for (Index k = cols; k-- > 0;) reflect(reflectors[static_cast<std::size_t>(k)], q, j);
  }
  return q;
}

class DroppedSign final : public Directions {
  DirectionClaims do_claims() const override {
    return {.gaussian_marginals = true, .independent = false, .rotation_invariant = true};
  }

  DirectionDraw do_draw(const Stream& stream, const DirectionRequest& request) const override {
    const Index d = request.ambient_dim;
    DirectionDraw draw{Matrix(request.count, request.rank), {}};
    Matrix normals(request.count, d);
    stream.at("norms").fill_normals(normals);
    Matrix block;
    for (Index i = 0; i < request.count; ++i) {
      if (i % d == 0) {
        block = Matrix(d, request.rank);
        stream.at("blocks").at(static_cast<std::uint64_t>(i / d)).fill_normals(block);
        block = householder_q(block);
      }
      draw.squared_norms.push_back(dot(normals.row(i), normals.row(i)));
      for (Index j = 0; j < request.rank; ++j)
        draw.coordinates(i, j) = std::sqrt(draw.squared_norms.back()) * block(i % d, j);
    }
    return draw;
  }
};

}  // namespace
}  // namespace kapprox

KAPPROX_PLUGIN("dropped_sign", "1.0", registry) {
  registry.add<kapprox::DroppedSign>("dropped_sign", "orthogonal blocks straight from LAPACK",
                                     "the QR decomposition of a Gaussian matrix");
}
