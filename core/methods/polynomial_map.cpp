// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Features of p(q·k) = Σ_j c_j (q·k)^j: one segment per power, monomials of the unit vector with
// the log-scale j log‖x‖ + ½ log c_j, so that nothing leaves the range of double. Estimates
// evaluate p itself.
#include <kapprox/error.hpp>
#include <kapprox/polynomial_map.hpp>
#include <kapprox/rows.hpp>
#include <kapprox/vector_math.hpp>

#include "methods/monomials.hpp"
#include "methods/polynomial.hpp"

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

// Feature values one map may hold: 2 GiB of doubles. Estimates do not need them.
constexpr double most_values = 268'435'456.0;

// Features of power j; 0 where it is missing.
double feature_count(const PolynomialMap& map, Index dim, Index power) {
  const PolynomialTerm& term = map.terms()[static_cast<std::size_t>(power)];
  if (term.log_coefficient == missing_power) return 0.0;
  const double count = monomial_count(map.layout(), dim, power);
  return map.layout() == MonomialLayout::full ? count * term.repeats : count;
}

Index degree_of(const PolynomialMap& map) { return static_cast<Index>(map.terms().size()) - 1; }

double feature_count(const PolynomialMap& map, Index dim) {
  double count = 0.0;
  for (Index j = 0; j <= degree_of(map); ++j) count += feature_count(map, dim, j);
  return count;
}

std::string text(double count) {
  if (std::isinf(count)) return "more than 10^308";
  return count < 1e15 ? std::to_string(static_cast<long long>(count))
                      : "about 10^" + std::to_string(std::lround(std::log10(count)));
}

// Every row of `values`, `times` times in a row.
Matrix repeated(const Matrix& values, Index times) {
  if (times == 1) return values;
  Matrix result(values.rows(), values.cols() * times);
  for (Index i = 0; i < values.rows(); ++i)
    for (Index copy = 0; copy < times; ++copy)
      std::copy(values.row(i).begin(), values.row(i).end(),
                result.row(i).begin() + copy * values.cols());
  return result;
}

class PolynomialSample final : public FeatureSample {
 public:
  explicit PolynomialSample(const PolynomialMap& map) : map_(map) {}

 private:
  void check_memory(ConstMatrixView rows) const {
    const double count = feature_count(map_, rows.cols);
    if (count * static_cast<double>(rows.rows) <= most_values) return;
    throw InputError(
        map_.name() + ": a feature map of degree " + std::to_string(degree_of(map_)) + " over " +
        std::to_string(rows.cols) + " coordinates has " + text(count) + " features for each of " +
        std::to_string(rows.rows) +
        " rows, but must have at most 2^28 values (2 GiB) in all; lower the degree, or "
        "use kernel estimates, which need no features");
  }

  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    check_memory(rows);
    const std::vector<double> norms = row_norms(rows);
    const Matrix units = unit_rows(rows);
    Monomials monomials(map_.layout(), units);
    FeatureBlock block;
    for (Index j = 0; j <= degree_of(map_); ++j) {
      if (j > 0) monomials.raise_degree();
      const PolynomialTerm& term = map_.terms()[static_cast<std::size_t>(j)];
      if (term.log_coefficient == missing_power) continue;
      const double repeats = map_.layout() == MonomialLayout::full ? term.repeats : 1.0;
      // log √(c_j / repeats) and log ‖x‖^j. The features of x = 0 are zero for j > 0, whatever
      // their scale.
      const double log_root = 0.5 * (term.log_coefficient - std::log(repeats));
      Segment segment;
      segment.values = repeated(monomials.values(), static_cast<Index>(repeats));
      for (const double norm : norms)
        segment.log_scale.push_back(
            norm == 0.0 ? log_root : static_cast<double>(j) * std::log(norm) + log_root);
      block.segments.push_back(std::move(segment));
    }
    return block;
  }

  void do_estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                   std::span<LogNumber> out) const override {
    for (std::size_t p = 0; p < pairs.size(); ++p)
      out[p] = map_.value(dot(queries.row(pairs[p].query), keys.row(pairs[p].key)));
  }

  const PolynomialMap& map_;
};

class PreparedPolynomial final : public PreparedKernel {
 public:
  explicit PreparedPolynomial(const PolynomialMap& map) : map_(map) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream&) const override {
    return std::make_unique<PolynomialSample>(map_);
  }
  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    const double t = dot(query, key);
    Theory theory;
    theory.mean = map_.value(t);
    theory.fourth = LogNumber{};
    theory.fourth_is_exact = true;
    theory.note = map_.note(t);
    return theory;
  }

  const PolynomialMap& map_;
};

}  // namespace

void PolynomialMap::declare(Declarations& declarations) {
  declarations.choice("layout", "each monomial once, or every entry of the tensor",
                      {"symmetric", "full"});
}

PolynomialMap::PolynomialMap(std::string_view name, const Parameters& parameters,
                             std::vector<PolynomialTerm> terms)
    : name_(name),
      layout_(parameters.choice("layout") == "full" ? MonomialLayout::full
                                                    : MonomialLayout::symmetric),
      terms_(std::move(terms)) {
  check_at_least("terms of the polynomial", static_cast<Index>(terms_.size()), 1);
  for (std::size_t j = 0; j < terms_.size(); ++j)
    if (!(terms_[j].log_coefficient < -missing_power) || !(terms_[j].repeats >= 1.0))
      throw Error(name_ + ": term " + std::to_string(j) + " has log-coefficient " +
                  std::to_string(terms_[j].log_coefficient) + " and repeats " +
                  std::to_string(terms_[j].repeats) +
                  " times, but must have one below +infinity and repeat at least once");
  while (terms_.size() > 1 && terms_.back().log_coefficient == missing_power) terms_.pop_back();
}

LogNumber PolynomialMap::do_value(double t) const { return polynomial_value(terms_, t); }

bool PolynomialMap::do_is_nonnegative() const { return is_surely_nonnegative(terms_); }

Claims PolynomialMap::do_claims() const {
  return {.nonnegative = do_is_nonnegative(),
          .rotation_invariant = true,
          .exact_at_zero = terms_.front().log_coefficient == 0.0};
}

Cost PolynomialMap::do_cost(Index ambient_dim) const {
  const double count = feature_count(*this, ambient_dim);
  constexpr Index most = std::numeric_limits<Index>::max();
  Cost cost;
  cost.feature_dim = count < static_cast<double>(most) ? static_cast<Index>(count) : most;
  cost.multiply_adds_per_token = 2.0 * count;
  return cost;
}

std::unique_ptr<const PreparedKernel> PolynomialMap::do_prepare(const Problem&) const {
  return std::make_unique<PreparedPolynomial>(*this);
}

}  // namespace kapprox
