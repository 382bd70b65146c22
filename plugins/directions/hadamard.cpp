// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Blocks of p = 2^⌈log2 d⌉ rows of H D_3 H D_2 H D_1, H the Hadamard matrix, D_1 … D_3 diagonals of
// random signs. The first d columns are made as whole numbers, rows by rows: two fast
// Walsh-Hadamard transforms of p × d numbers, d p log2 p additions each.
#include "blocks.hpp"
#include "chi_squared.hpp"
#include "laws.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace kapprox {

namespace {

// signs(row, i) = ±1 from the bits of the stream.
class Signs {
 public:
  Signs(const Stream& stream, Index row, Index count)
      : words_(static_cast<std::size_t>((count + 31) / 32)) {
    stream.fill_words(row, words_);
  }

  double operator[](Index i) const {
    const std::uint32_t word = words_[static_cast<std::size_t>(i / 32)];
    return (word >> static_cast<unsigned>(i % 32)) % 2 == 0 ? 1.0 : -1.0;
  }

 private:
  std::vector<std::uint32_t> words_;
};

// Row i of the unnormalised Hadamard matrix has the sign (−1)^popcount(i & j) in column j.
double hadamard_entry(Index i, Index j) {
  return std::popcount(static_cast<std::uint64_t>(i & j)) % 2 == 0 ? 1.0 : -1.0;
}

// a = H D a, unnormalised, over the rows of a.
void multiply_by_signed_hadamard(const Signs& signs, MatrixView a) {
  for (Index i = 0; i < a.rows; ++i)
    for (double& value : a.row(i)) value *= signs[i];
  for (Index half = 1; half < a.rows; half *= 2)
    for (Index i = 0; i < a.rows; ++i) {
      if ((i & half) != 0) continue;
      for (Index j = 0; j < a.cols; ++j) {
        const double upper = a(i, j);
        const double lower = a(i + half, j);
        a(i, j) = upper + lower;
        a(i + half, j) = upper - lower;
      }
    }
}

// p^(3/2) times the first columns of H D_3 H D_2 H D_1.
void fill_block(const Stream& stream, MatrixView block) {
  const Index p = block.rows;
  const Signs first(stream, 0, p);
  for (Index i = 0; i < p; ++i)
    for (Index j = 0; j < block.cols; ++j) block(i, j) = first[j] * hadamard_entry(i, j);
  multiply_by_signed_hadamard({stream, 1, p}, block);
  multiply_by_signed_hadamard({stream, 2, p}, block);
}

}  // namespace

DirectionClaims Hadamard::do_claims() const {
  return {.gaussian_marginals = false, .independent = false, .rotation_invariant = false};
}

DirectionDraw Hadamard::do_draw(const Stream& stream, const DirectionRequest& request) const {
  const Stream address = stream.at("hadamard");
  const Index d = request.ambient_dim;
  const auto p = static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(d)));
  std::vector<double> squares(static_cast<std::size_t>(request.count), 0.0);
  add_chi_squared(address.at("norms"), p, squares);

  DirectionDraw draw;
  draw.coordinates = Matrix(request.count, d);
  Matrix block(p, d);
  const double unit = 1.0 / (static_cast<double>(p) * std::sqrt(static_cast<double>(p)));
  for (Index i = 0; i < request.count; ++i) {
    if (i % p == 0) fill_block(address.at("signs").at(static_cast<std::uint64_t>(i / p)), block);
    const double norm = std::sqrt(squares[static_cast<std::size_t>(i)]) * unit;
    for (Index j = 0; j < d; ++j) draw.coordinates(i, j) = norm * block(i % p, j);
    draw.squared_norms.push_back(dot(draw.coordinates.row(i), draw.coordinates.row(i)));
  }
  return draw;
}

}  // namespace kapprox
