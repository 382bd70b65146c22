// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Monomial features √(j!/α!) u^α, |α| = j, once each (symmetric), or every entry of the tensor
// u ⊗ ⋯ ⊗ u (full). Multiplying a sorted monomial by a coordinate that is not before its last one
// reaches each monomial of the next degree once; its coefficient grows by √(j/α_i).
#include "methods/monomials.hpp"

#include <cmath>
#include <utility>

namespace kapprox {

double monomial_count(MonomialLayout layout, Index dim, Index degree) {
  const auto d = static_cast<double>(dim);
  double count = 1.0;
  for (Index j = 1; j <= degree; ++j)
    // C(d + j − 1, j) = C(d + j − 2, j − 1) (d + j − 1) / j, a whole number at every step.
    count = layout == MonomialLayout::full
                ? count * d
                : std::round(count * (d + static_cast<double>(j) - 1.0) / static_cast<double>(j));
  return count;
}

Monomials::Monomials(MonomialLayout layout, ConstMatrixView units)
    : layout_(layout), units_(units), values_(units.rows, 1), last_{0}, repeats_{0} {
  for (double& value : values_.values()) value = 1.0;
}

void Monomials::raise_symmetric(Matrix& raised) const {
  const auto degree = static_cast<double>(degree_ + 1);
  for (Index row = 0; row < raised.rows(); ++row) {
    const std::span<const double> unit = units_.row(row);
    const std::span<const double> values = values_.row(row);
    double* out = raised.row(row).data();
    for (std::size_t parent = 0; parent < values.size(); ++parent) {
      const auto last = static_cast<std::size_t>(last_[parent]);
      // The count α_i of the new monomial: one more repeat of the last coordinate, or a first one.
      *out++ = std::sqrt(degree / (repeats_[parent] + 1.0)) * (values[parent] * unit[last]);
      const double with_new = std::sqrt(degree) * values[parent];
      for (std::size_t i = last + 1; i < unit.size(); ++i) *out++ = with_new * unit[i];
    }
  }
}

void Monomials::raise_full(Matrix& raised) const {
  for (Index row = 0; row < raised.rows(); ++row) {
    double* out = raised.row(row).data();
    for (const double value : values_.row(row))
      for (const double component : units_.row(row)) *out++ = value * component;
  }
}

void Monomials::follow_last_coordinates() {
  std::vector<std::int32_t> last;
  std::vector<std::int32_t> repeats;
  for (std::size_t parent = 0; parent < last_.size(); ++parent)
    for (std::int32_t i = last_[parent]; i < units_.cols; ++i) {
      last.push_back(i);
      repeats.push_back(i == last_[parent] ? repeats_[parent] + 1 : 1);
    }
  last_ = std::move(last);
  repeats_ = std::move(repeats);
}

void Monomials::raise_degree() {
  const double count = monomial_count(layout_, units_.cols, degree_ + 1);
  Matrix raised(values_.rows(), static_cast<Index>(count));
  if (layout_ == MonomialLayout::full) {
    raise_full(raised);
  } else {
    raise_symmetric(raised);
    follow_last_coordinates();
  }
  values_ = std::move(raised);
  ++degree_;
}

}  // namespace kapprox
