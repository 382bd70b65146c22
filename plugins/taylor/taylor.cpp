// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Taylor features: exp(t) ≈ T_n(t) = Σ_{j≤n} t^j/j!, t = q·k. Features √(1/α!) x^α, |α| ≤ n, kept
// as ‖x‖^j/√j! (the log-scale of one segment per degree j) times monomials of the unit vector.
// Arora et al., "Simple linear attention language models balance the recall-throughput tradeoff",
// ICML 2024, for n = 2 with the full layout; any n and the symmetric layout: README.md.
#include "monomials.hpp"
#include "polynomial.hpp"

#include <kapprox/plugin.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace kapprox {

namespace {

// Feature values one map may hold: 2 GiB of doubles. Estimates do not need them.
constexpr double most_values = 268'435'456.0;

double feature_count(Layout layout, Index dim, Index degree) {
  double count = 0.0;
  for (Index j = 0; j <= degree; ++j) count += monomial_count(layout, dim, j);
  return count;
}

// n × dim: rows over their norms; rows of zeros stay zero. Also appends the norms to `norms`.
Matrix unit_rows(ConstMatrixView rows, std::vector<double>& norms) {
  Matrix units(rows.rows, rows.cols);
  for (Index i = 0; i < rows.rows; ++i) {
    const double norm = std::sqrt(dot(rows.row(i), rows.row(i)));
    norms.push_back(norm);
    if (norm == 0.0) continue;
    std::transform(rows.row(i).begin(), rows.row(i).end(), units.row(i).begin(),
                   [norm](double x) { return x / norm; });
  }
  return units;
}

class TaylorSample final : public FeatureSample {
 public:
  TaylorSample(Layout layout, const std::vector<double>& log_factorial)
      : layout_(layout), log_factorial_(log_factorial) {}

 private:
  Index degree() const { return static_cast<Index>(log_factorial_.size()) - 2; }

  void check_memory(ConstMatrixView rows) const {
    const double count = feature_count(layout_, rows.cols, degree());
    if (count * static_cast<double>(rows.rows) <= most_values) return;
    throw InputError(
        "taylor: a feature map of degree " + std::to_string(degree()) + " over " +
        std::to_string(rows.cols) + " coordinates has " + text(count) + " features for each of " +
        std::to_string(rows.rows) +
        " rows, but must have at most 2^28 values (2 GiB) in all; lower the degree, or "
        "use kernel estimates, which need no features");
  }

  static std::string text(double count) {
    return count < 1e15 ? std::to_string(static_cast<long long>(count))
                        : "about 10^" + std::to_string(std::lround(std::log10(count)));
  }

  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    check_memory(rows);
    std::vector<double> norms;
    const Matrix units = unit_rows(rows, norms);
    Monomials monomials(layout_, units);
    FeatureBlock block;
    for (Index j = 0; j <= degree(); ++j) {
      if (j > 0) monomials.raise_degree();
      Segment segment;
      segment.values = monomials.values();
      for (const double norm : norms) segment.log_scale.push_back(log_scale(norm, j));
      block.segments.push_back(std::move(segment));
    }
    return block;
  }

  // log(‖x‖^j / √j!). The features of x = 0 are zero for j > 0, whatever their scale.
  double log_scale(double norm, Index j) const {
    const double root = 0.5 * log_factorial_[static_cast<std::size_t>(j)];
    return norm == 0.0 ? -root : static_cast<double>(j) * std::log(norm) - root;
  }

  void do_estimate(ConstMatrixView queries, ConstMatrixView keys, std::span<const Pair> pairs,
                   std::span<LogNumber> out) const override {
    for (std::size_t p = 0; p < pairs.size(); ++p)
      out[p] = taylor_polynomial(dot(queries.row(pairs[p].query), keys.row(pairs[p].key)),
                                 log_factorial_);
  }

  Layout layout_;
  const std::vector<double>& log_factorial_;
};

class PreparedTaylor final : public PreparedKernel {
 public:
  PreparedTaylor(Layout layout, const std::vector<double>& log_factorial)
      : layout_(layout), log_factorial_(log_factorial) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream&) const override {
    return std::make_unique<TaylorSample>(layout_, log_factorial_);
  }
  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    Theory theory;
    theory.mean = taylor_polynomial(dot(query, key), log_factorial_);
    theory.fourth = LogNumber{};
    theory.fourth_is_exact = true;
    return theory;
  }

  Layout layout_;
  const std::vector<double>& log_factorial_;
};

class Taylor final : public FeatureMap {
 public:
  static void declare(Declarations& declarations) {
    declarations.integer("degree", "highest power of q·k that is kept").at_least(0).at_most(256);
    declarations.choice("layout", "each monomial once, or every entry of the tensor",
                        {"symmetric", "full"});
  }

  explicit Taylor(const Parameters& parameters)
      : degree_(parameters.integer("degree")),
        layout_(parameters.choice("layout") == "full" ? Layout::full : Layout::symmetric),
        log_factorial_(log_factorials(degree_ + 1)) {}

 private:
  Claims do_claims() const override {
    return {.nonnegative = degree_ % 2 == 0, .rotation_invariant = true, .exact_at_zero = true};
  }

  // D of the ambient dimension; beyond the range of Index, its largest number.
  Cost do_cost(Index ambient_dim) const override {
    const double count = feature_count(layout_, ambient_dim, degree_);
    constexpr Index most = std::numeric_limits<Index>::max();
    Cost cost;
    cost.feature_dim = count < static_cast<double>(most) ? static_cast<Index>(count) : most;
    cost.multiply_adds_per_token = 2.0 * count;
    return cost;
  }

  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return std::make_unique<PreparedTaylor>(layout_, log_factorial_);
  }

  Index degree_;
  Layout layout_;
  std::vector<double> log_factorial_;
};

}  // namespace

}  // namespace kapprox

KAPPROX_PLUGIN("taylor", "1.0", registry) {
  registry.add<kapprox::Taylor>(
      "taylor", "Taylor polynomial of exp(q·k): deterministic, biased, any degree",
      "plugins/taylor/README.md; degree 2: Arora et al., \"Simple linear attention language models "
      "balance the recall-throughput tradeoff\", ICML 2024");
}
