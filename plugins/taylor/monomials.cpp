// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Monomial features √(j!/α!) u^α, |α| = j, once each (symmetric), or every entry of the tensor
// u ⊗ ⋯ ⊗ u (full). Multiplying a sorted monomial by a coordinate that is not before its last one
// reaches each monomial of the next degree once; its coefficient grows by √(j/α_i).
#include "monomials.hpp"

#include <cmath>
#include <utility>

namespace kapprox {

double monomial_count(Layout layout, Index dim, Index degree) {
  const auto d = static_cast<double>(dim);
  double count = 1.0;
  for (Index j = 1; j <= degree; ++j)
    // C(d + j − 1, j) = C(d + j − 2, j − 1) (d + j − 1) / j, a whole number at every step.
    count = layout == Layout::full
                ? count * d
                : std::round(count * (d + static_cast<double>(j) - 1.0) / static_cast<double>(j));
  return count;
}

Monomials::Monomials(Layout layout, ConstMatrixView units)
    : layout_(layout), units_(units), values_(units.rows, 1), last_{0}, repeats_{0} {
  for (double& value : values_.values()) value = 1.0;
}

std::vector<Monomials::Step> Monomials::steps() {
  const auto dim = static_cast<std::size_t>(units_.cols);
  const auto degree = static_cast<double>(degree_ + 1);
  std::vector<Step> steps;
  std::vector<std::size_t> last;
  std::vector<std::size_t> repeats;
  for (std::size_t parent = 0; parent < static_cast<std::size_t>(values_.cols()); ++parent) {
    if (layout_ == Layout::full) {
      for (std::size_t i = 0; i < dim; ++i) steps.push_back({parent, i, 1.0});
      continue;
    }
    for (std::size_t i = last_[parent]; i < dim; ++i) {
      const std::size_t count = i == last_[parent] ? repeats_[parent] + 1 : 1;
      steps.push_back({parent, i, std::sqrt(degree / static_cast<double>(count))});
      last.push_back(i);
      repeats.push_back(count);
    }
  }
  last_ = std::move(last);
  repeats_ = std::move(repeats);
  return steps;
}

void Monomials::raise_degree() {
  const std::vector<Step> next = steps();
  Matrix raised(values_.rows(), static_cast<Index>(next.size()));
  for (Index row = 0; row < raised.rows(); ++row) {
    const std::span<const double> unit = units_.row(row);
    const std::span<const double> values = std::as_const(values_).row(row);
    double* out = raised.row(row).data();
    for (const Step& step : next)
      *out++ = step.factor * (values[step.parent] * unit[step.coordinate]);
  }
  values_ = std::move(raised);
  ++degree_;
}

}  // namespace kapprox
