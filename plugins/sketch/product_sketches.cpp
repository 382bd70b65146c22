// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Factors are expanded to rows of ±1 and multiplied with the data a block at a time. Products are
// kept as value and logarithm: 4000 factors of size 60 are nothing unusual for long vectors.
#include "product_sketches.hpp"

#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kapprox::sketch {

namespace {

// Rows of ±1 that stand beside each other in the cache: 128 KiB at d = 64.
constexpr Index factors_per_block = 256;

constexpr std::size_t bits_per_word = 32;

// value · exp(log) times factor, with |value| kept between 1e-100 and 1e100.
void multiply(double& value, double& log, double factor) {
  value *= factor;
  const double size = std::abs(value);
  if (size == 0.0 || (size > 1e-100 && size < 1e100)) return;
  log += std::log(size);
  value = value < 0.0 ? -1.0 : 1.0;
}

}  // namespace

FactorMoments factor_moments(std::span<const double> x, std::span<const double> y) {
  double squares = 0.0;
  for (std::size_t l = 0; l < x.size(); ++l) squares += (x[l] * y[l]) * (x[l] * y[l]);
  FactorMoments moments;
  moments.product = dot(x, y);
  moments.excess =
      std::max(0.0, dot(x, x) * dot(y, y) + moments.product * moments.product - 2.0 * squares);
  return moments;
}

ProductSketches::ProductSketches(const Stream& stream, std::vector<Index> degrees, Index dim)
    : dim_(dim),
      words_per_factor_((static_cast<std::size_t>(dim) + bits_per_word - 1) / bits_per_word),
      degrees_(std::move(degrees)) {
  for (std::size_t i = 0; i < degrees_.size(); ++i)
    sketch_of_factor_.insert(sketch_of_factor_.end(), static_cast<std::size_t>(degrees_[i]),
                             static_cast<Index>(i));
  bits_.resize(sketch_of_factor_.size() * words_per_factor_);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < degrees_.size(); ++i) {
    const std::size_t count = static_cast<std::size_t>(degrees_[i]) * words_per_factor_;
    if (count > 0) stream.fill_words(static_cast<Index>(i), std::span(bits_).subspan(begin, count));
    begin += count;
  }
}

void ProductSketches::expand(Index first, MatrixView out) const {
  for (Index factor = 0; factor < out.rows; ++factor) {
    const std::size_t begin = static_cast<std::size_t>(first + factor) * words_per_factor_;
    const std::span<double> signs = out.row(factor);
    for (std::size_t l = 0; l < signs.size(); ++l) {
      const std::uint32_t word = bits_[begin + l / bits_per_word];
      signs[l] = ((word >> (l % bits_per_word)) & 1U) != 0U ? 1.0 : -1.0;
    }
  }
}

void ProductSketches::products(ConstMatrixView rows, MatrixView signs, MatrixView logs) const {
  const auto factors = static_cast<Index>(sketch_of_factor_.size());
  for (Index row = 0; row < rows.rows; ++row) {
    std::fill(signs.row(row).begin(), signs.row(row).end(), 1.0);
    std::fill(logs.row(row).begin(), logs.row(row).end(), 0.0);
  }
  for (Index first = 0; first < factors; first += factors_per_block) {
    const Index count = std::min(factors_per_block, factors - first);
    Matrix directions(count, dim_);
    Matrix inner(rows.rows, count);
    expand(first, directions);
    multiply_transposed(rows, directions, inner);
    for (Index row = 0; row < rows.rows; ++row)
      for (Index f = 0; f < count; ++f) {
        const Index i = sketch_of_factor_[static_cast<std::size_t>(first + f)];
        multiply(signs(row, i), logs(row, i), inner(row, f));
      }
  }
  std::vector<double> sizes(static_cast<std::size_t>(signs.cols));
  for (Index row = 0; row < rows.rows; ++row) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      double& value = signs.row(row)[i];
      sizes[i] = value == 0.0 ? 1.0 : std::abs(value);
      value = static_cast<double>(value > 0.0) - static_cast<double>(value < 0.0);
    }
    vector_log(sizes, sizes);
    for (std::size_t i = 0; i < sizes.size(); ++i) logs.row(row)[i] += sizes[i];
  }
}

}  // namespace kapprox::sketch
