// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Each monomial is made from its parent, so that a key or a query costs two operations for each.
#include "series_scorer.hpp"

#include "cumulant_series.hpp"
#include "monomial_table.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace kapprox {

namespace {

constexpr double most_numbers = 524288.0;  // 2^19 in each block: 4 MiB

class SeriesSummary final : public BlockSummary {
 public:
  SeriesSummary(Index dim, std::shared_ptr<const MonomialTable> table)
      : BlockSummary(dim), table_(std::move(table)), sums_(count()) {}

 private:
  std::size_t count() const { return static_cast<std::size_t>(table_->count()); }

  void do_add(std::span<const double> key) override {
    if (size() == 0) origin_.assign(key.begin(), key.end());
    std::vector<double> difference(key.begin(), key.end());
    for (std::size_t l = 0; l < difference.size(); ++l) difference[l] -= origin_[l];
    std::vector<double> monomials(count());
    monomials[0] = 1.0;
    sums_[0] += 1.0;
    for (std::size_t alpha = 1; alpha < count(); ++alpha) {
      monomials[alpha] = monomials[static_cast<std::size_t>(table_->parent[alpha])] *
                         difference[static_cast<std::size_t>(table_->last[alpha])] /
                         table_->repeats[alpha];
      sums_[alpha] += monomials[alpha];
    }
  }

  double do_score(std::span<const double> query) const override {
    std::vector<double> monomials(count());
    monomials[0] = 1.0;
    std::vector<double> moments(static_cast<std::size_t>(table_->degree()) + 1);
    moments[0] = 1.0;
    const auto keys = static_cast<double>(size());
    for (std::size_t r = 1; r < moments.size(); ++r) {
      double sum = 0.0;
      for (auto alpha = static_cast<std::size_t>(table_->first[r]);
           alpha < static_cast<std::size_t>(table_->first[r + 1]); ++alpha) {
        monomials[alpha] = monomials[static_cast<std::size_t>(table_->parent[alpha])] *
                           query[static_cast<std::size_t>(table_->last[alpha])];
        sum += monomials[alpha] * sums_[alpha];
      }
      moments[r] = sum / keys;
    }
    const std::vector<double> c = series_cumulants(moments);
    double score = 0.0;
    for (std::size_t r = c.size() - 1; r >= 1; --r) score += c[r];
    return score + dot(query, origin_) + std::log(keys);
  }

  std::shared_ptr<const MonomialTable> table_;
  std::vector<double> origin_;
  std::vector<double> sums_;
};

void check_size_of(Index dim, Index order) {
  const double numbers = monomials_up_to(dim, order);
  if (numbers > most_numbers)
    throw InputError("series: order " + std::to_string(order) + " over " + std::to_string(dim) +
                     " dimensions has more than 2^19 joint moments in each block, but must have "
                     "fewer; lower the order.");
}

}  // namespace

void SeriesScorer::declare(Declarations& declarations) {
  declarations
      .integer("order", "highest power of q·k that is kept; numbers grow as C(d + order, order)")
      .at_least(1)
      .at_most(64)
      .otherwise(2);
}

SeriesScorer::SeriesScorer(const Parameters& parameters) : order_(parameters.integer("order")) {}

ScorerCost SeriesScorer::do_cost(Index, Index dim) const {
  const double moments = monomials_up_to(dim, order_);
  const double numbers =
      moments - 1.0 + static_cast<double>(dim);  // the origin; the count is known
  return {numbers, numbers, 2.0 * moments + static_cast<double>(dim), 2.0 * moments};
}

void SeriesScorer::do_check_problem(const Problem& problem) const {
  check_size_of(problem.ambient_dim, order_);
}

BlockMaker SeriesScorer::do_prepare(const ScorerProblem& problem) const {
  check_size_of(problem.dim, order_);
  return [dim = problem.dim, table = std::make_shared<const MonomialTable>(problem.dim, order_)] {
    return std::make_unique<SeriesSummary>(dim, table);
  };
}

}  // namespace kapprox
