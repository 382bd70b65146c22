// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/kinds/spectrum_task.hpp"

#include "study/kinds/output_errors.hpp"

#include <kapprox/error.hpp>
#include <kapprox/exact_attention.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox {

const std::vector<std::string>& spectrum_scalar_names() {
  static const std::vector<std::string> names = {"numerical_rank", "effective_rank", "row_entropy",
                                                 "top_1",          "top_8",          "sparsity"};
  return names;
}

std::vector<double> values_of(const Spectrum& s) {
  return {s.numerical_rank, s.effective_rank, s.row_entropy, s.top_1, s.top_8, s.sparsity};
}

SpectrumReference::SpectrumReference(const OrderedProblem& problem) {
  for (const OrderedCase& one : problem.cases) {
    const Problem all{problem.queries, problem.keys, {}, problem.source->ambient_dim};
    const Matrix weights = exact_weights(all, one.source->mask);
    std::vector<double>& facts =
        facts_.emplace_back(values_of(spectrum_of(weights, one.source->mask)));
    facts.insert(facts.begin(), std::sqrt(frobenius_product(weights, weights)));
  }
}

std::vector<double> SpectrumReference::facts(Index place) const {
  return facts_[static_cast<std::size_t>(place)];
}

void SpectrumTask::run_trial(const CaseSet& set, std::int64_t trial, Outcomes& outcomes) const {
  for (std::size_t c = 0; c < set.cases.size(); ++c) {
    const OrderedCase& one = set.cases[c];
    const std::exception_ptr thrown = caught([&] {
      const auto sample = prepared_.at(one).draw(address_.trial(static_cast<std::uint64_t>(trial)));
      if (!sample) throw Error("draw returned nothing");
      const std::vector<double> values =
          values_of(spectrum_of(sample->weights(), one.source->mask));
      std::copy(values.begin(), values.end(), outcomes.scalars.row(static_cast<Index>(c)).begin());
      outcomes.kept[c] = values[1];
    });
    if (thrown) outcomes.faults[c].thrown = thrown;
  }
}

std::string SpectrumTask::trial_words(const OrderedCase& one, std::int64_t trial) const {
  return fmt::format(", mask={}, trial={}", one.source->mask.words(), trial);
}

}  // namespace kapprox
