// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/round_times.hpp"

#include "base/text.hpp"
#include "stats/median_interval.hpp"
#include "study/kinds/scalar_measures.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace kapprox {

namespace {

// Columns of cases that differ in length alone, by length.
using Series = std::map<double, std::size_t>;

std::vector<Series> series_of(const Plan& plan, const std::vector<CaseColumn>& columns) {
  std::map<std::string, Series> by_rest;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const InputProblem& problem = plan.problems[static_cast<std::size_t>(columns[c].problem)];
    const auto keys = static_cast<double>(problem.keys.rows());
    std::string rest;
    for (const auto& [name, value] : columns[c].source->coordinates) {
      const auto* number = std::get_if<double>(&value);
      const bool is_length =
          name == "n" || (name == "n_queries" && number != nullptr && *number == keys);
      if (is_length) continue;
      rest += fmt::format("/{}={}", name,
                          number != nullptr ? shortest(*number) : std::get<std::string>(value));
    }
    by_rest[rest].emplace(keys, c);
  }
  std::vector<Series> all;
  all.reserve(by_rest.size());
  for (auto& one : by_rest) all.push_back(std::move(one.second));
  return all;
}

std::ptrdiff_t baseline_of(const Plan& plan) {
  for (std::size_t c = 0; c < plan.configs.size(); ++c)
    if (plan.kind->is_baseline(plan.configs[c].method())) return static_cast<std::ptrdiff_t>(c);
  return -1;
}

// Low, median and high of some numbers of every point.
struct Columns {
  explicit Columns(std::size_t points)
      : low(points, undefined), median(points, undefined), high(points, undefined) {}

  void set(std::size_t point, const MedianInterval& interval) {
    low[point] = interval.low;
    median[point] = interval.median;
    high[point] = interval.high;
  }
  std::vector<double> low;
  std::vector<double> median;
  std::vector<double> high;
};

class RoundTimes {
 public:
  RoundTimes(std::size_t configs, std::size_t cases, std::size_t rounds,
             const std::vector<double>& seconds)
      : configs_(configs), cases_(cases), rounds_(rounds), seconds_(seconds) {}

  std::size_t points() const { return configs_ * cases_; }
  double at(std::size_t config, std::size_t column, std::size_t round) const {
    return seconds_[(config * cases_ + column) * rounds_ + round];
  }

  Columns times() const {
    return each_point([this](std::size_t config, std::size_t column, std::size_t round) {
      return at(config, column, round);
    });
  }

  Columns ratios(std::size_t baseline) const {
    return each_point([&](std::size_t config, std::size_t column, std::size_t round) {
      return at(config, column, round) / at(baseline, column, round);
    });
  }

  // The same at every case of a series. The baseline does not cross itself.
  Columns crossovers(std::size_t baseline, const std::vector<Series>& all) const {
    Columns columns(points());
    for (std::size_t config = 0; config < configs_; ++config) {
      if (config == baseline) continue;
      for (const Series& series : all) {
        const MedianInterval interval = crossover_of(config, baseline, series);
        for (const auto& entry : series) columns.set(config * cases_ + entry.second, interval);
      }
    }
    return columns;
  }

 private:
  template <class Of>
  Columns each_point(const Of& of) const {
    Columns columns(points());
    for (std::size_t config = 0; config < configs_; ++config)
      for (std::size_t column = 0; column < cases_; ++column) {
        std::vector<double> values;
        for (std::size_t round = 0; round < rounds_; ++round)
          values.push_back(of(config, column, round));
        columns.set(config * cases_ + column, median_interval(std::move(values)));
      }
    return columns;
  }

  MedianInterval crossover_of(std::size_t config, std::size_t baseline,
                              const Series& series) const {
    std::vector<double> found;
    for (std::size_t round = 0; round < rounds_; ++round) {
      std::vector<double> lengths;
      std::vector<double> ratios;
      for (const auto& [length, column] : series) {
        lengths.push_back(length);
        ratios.push_back(at(config, column, round) / at(baseline, column, round));
      }
      found.push_back(crossover(lengths, ratios));
    }
    return median_interval(std::move(found));
  }

  std::size_t configs_;
  std::size_t cases_;
  std::size_t rounds_;
  const std::vector<double>& seconds_;  // points × rounds
};

}  // namespace

double crossover(std::span<const double> lengths, std::span<const double> ratios) {
  for (const double ratio : ratios)
    if (std::isnan(ratio)) return undefined;
  std::size_t after = ratios.size();  // of the last that is no faster
  while (after > 0 && ratios[after - 1] < 1.0) --after;
  if (after == 0) return 0.0;
  if (after == ratios.size()) return std::numeric_limits<double>::infinity();
  const double above = std::log(ratios[after - 1]);
  const double below = std::log(ratios[after]);
  const double share = above / (above - below);
  return lengths[after - 1] * std::pow(lengths[after] / lengths[after - 1], share);
}

std::string baseline_key(const Plan& plan) {
  const std::ptrdiff_t baseline = baseline_of(plan);
  return baseline < 0 ? "" : plan.configs[static_cast<std::size_t>(baseline)].key;
}

std::vector<Variable> round_time_variables(const Plan& plan, const std::vector<CaseColumn>& columns,
                                           const std::vector<PointState>& points,
                                           const std::vector<double>& seconds) {
  const ResultsSchema& schema = results_schema(*plan.kind);
  std::vector<Variable> variables;
  const auto add = [&](const std::string& name, std::vector<double> data) {
    variables.push_back(schema.described("timing", name, std::move(data)));
  };
  const auto add_interval = [&](const std::string& name, Columns values) {
    add(name, std::move(values.median));
    add(name + "_low", std::move(values.low));
    add(name + "_high", std::move(values.high));
  };
  const RoundTimes times(plan.configs.size(), columns.size(),
                         static_cast<std::size_t>(plan.study.keep), seconds);
  add_interval("round_seconds_median", times.times());

  const std::vector<std::string>& scalars = plan.kind->scalars();
  for (std::size_t s = 1; s < scalars.size(); ++s) {  // the first is what rounds keep
    std::vector<double> least;                        // what disturbs a round only adds
    least.reserve(points.size());
    for (const PointState& point : points) {
      const Moments all = point.total().moments[s];
      least.push_back(all.count > 0 ? all.minimum : undefined);
    }
    add(scalars[s], std::move(least));
  }
  const std::ptrdiff_t found = baseline_of(plan);
  const Columns none(times.points());
  const auto baseline = static_cast<std::size_t>(found);
  add_interval("ratio", found < 0 ? none : times.ratios(baseline));
  add_interval("crossover",
               found < 0 ? none : times.crossovers(baseline, series_of(plan, columns)));
  add("round_seconds", seconds);
  return variables;
}

}  // namespace kapprox
