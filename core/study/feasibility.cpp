// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Feasibility from theory, in the log domain: variances of e^16000 are judged like any other.
#include "study/feasibility.hpp"

#include "stats/median.hpp"
#include "study/effective_features.hpp"
#include "study/kernel_trial.hpp"
#include "study/measures.hpp"
#include "study/time_budget.hpp"

#include <kapprox/error.hpp>
#include <kapprox/random_feature_map.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace kapprox {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest_mean_square = feasible_relative_error * feasible_relative_error;

// Every k-th of `count` things, at most `most` of them.
std::vector<Index> spread(Index count, Index most) {
  const Index step = std::max<Index>(1, (count + most - 1) / most);
  std::vector<Index> chosen;
  for (Index i = 0; i < count; i += step) chosen.push_back(i);
  return chosen;
}

// Steps of this size, modulo `count`, visit everything once, and any first part of it evenly.
std::size_t mixing_step(std::size_t count) {
  auto step = std::max<std::size_t>(1, count * 618 / 1000);  // near the golden section
  while (std::gcd(step, count) != 1) ++step;
  return step;
}

// m, or 0 where the config has no directions.
Index direction_count(const Config& config, Index dim) {
  if (const auto* map = dynamic_cast<const RandomFeatureMap*>(&config.kernel()))
    return map->direction_count();
  return config.kernel().cost(dim).projections_per_token;
}

// What is gathered about one config, problem by problem.
struct Judgement {
  ConfigFeasibility result;
  std::vector<double> errors, deviations, variances_per_direction, directions_needed;
  std::vector<double> effective_numbers;

  void add(const Theory& theory, double log_exact, Index directions);
  ConfigFeasibility conclusion() const;
};

void Judgement::add(const Theory& theory, double log_exact, Index directions) {
  const double bias = theory.mean.over(log_exact) - 1.0;
  const double log_variance = theory.variance.log_abs() - 2 * log_exact;
  const double error = std::sqrt(bias * bias + std::exp(log_variance));
  ++result.judged;
  if (!(error <= feasible_relative_error)) ++result.infeasible;
  errors.push_back(error);
  deviations.push_back(std::exp(log_variance / 2));
  if (directions == 0) return;
  const double log10_one =
      (log_variance + std::log(static_cast<double>(directions))) / std::log(10.0);
  const double room = largest_mean_square - bias * bias;
  variances_per_direction.push_back(log10_one);
  directions_needed.push_back(room > 0 ? log10_one - std::log10(room) : infinity);
}

ConfigFeasibility Judgement::conclusion() const {
  ConfigFeasibility out = result;
  if (out.judged > 0)
    out.verdict = out.infeasible == 0            ? Verdict::ok
                  : out.infeasible == out.judged ? Verdict::infeasible
                                                 : Verdict::partly_infeasible;
  out.median_relative_error = median(errors);
  out.median_relative_deviation = median(deviations);
  out.median_log10_variance_per_direction = median(variances_per_direction);
  out.median_log10_directions_needed = median(directions_needed);
  if (!effective_numbers.empty()) out.effective_features = median(effective_numbers);
  return out;
}

// One problem as the engine sees it, with and without reduction, made when first needed.
class Ground {
 public:
  explicit Ground(const InputProblem& problem) : ordered_(order_problem(problem, 0)) {}

  const OrderedProblem& ordered() const { return ordered_; }
  const Coordinates& coordinates(bool reduced) {
    std::optional<Coordinates>& made = made_[reduced ? 1 : 0];
    if (!made) made = coordinates_of(ordered_, reduced);
    return *made;
  }

 private:
  OrderedProblem ordered_;
  std::array<std::optional<Coordinates>, 2> made_;
};

// The share of the draws that falls to problem p of `count`: all of them are used, evenly.
std::pair<Index, Index> share(Index draws, Index p, Index count) {
  return {draws * p / count, draws * (p + 1) / count};
}

// Of one multiply-add or feature, drawing included: only to see what is out of the question.
constexpr double rough_seconds_per_operation = 3e-9;

double seconds_to_draw(const Config& config, Index dim, std::size_t pairs) {
  const Cost cost = config.kernel().cost(dim);
  const auto rows = 2.0 * static_cast<double>(pairs);
  return rough_seconds_per_operation *
         (cost.multiply_adds_per_token + rows * static_cast<double>(cost.feature_dim));
}

class Judge {
 public:
  Judge(const Plan& plan, const FeasibilityOptions& options)
      : plan_(plan),
        options_(options),
        time_(options.seconds, plan.configs.size() * plan.problems.size()),
        judgements_(plan.configs.size()) {}

  std::vector<ConfigFeasibility> run() {
    const auto count = static_cast<Index>(plan_.problems.size());
    for (Index p = 0; p < count; ++p) {
      Ground ground(plan_.problems[static_cast<std::size_t>(p)]);
      for (std::size_t c = 0; c < plan_.configs.size(); ++c)
        judge(plan_.configs[c], ground, share(options_.feature_draws, p, count), judgements_[c]);
    }
    std::vector<ConfigFeasibility> out;
    for (const Judgement& judgement : judgements_) out.push_back(judgement.conclusion());
    return out;
  }

 private:
  void judge(const Config& config, Ground& ground, std::pair<Index, Index> draws,
             Judgement& judgement) {
    time_.begin_unit();
    const InputProblem& problem = *ground.ordered().source;
    const Claims claims = config.kernel().claims();
    judgement.result.points = plan_.case_count;
    judgement.result.random = claims.random;
    judgement.result.feature_dim = config.kernel().cost(problem.ambient_dim).feature_dim;
    if (time_.is_over()) {
      judgement.result.left_out += static_cast<Index>(chosen_cases(ground.ordered()).size());
      return;
    }
    const bool reduced = plan_.study.reduce && claims.rotation_invariant;
    const Coordinates& coordinates = ground.coordinates(reduced);
    const PreparedSlot slot = prepare_slot(config.kernel(), coordinates.problem());
    if (!slot.prepared) return;
    const KernelTask task{&slot, coordinates.problem(), draw_address(plan_.study.seed, problem), "",
                          nullptr};
    judge_theory(task, ground.ordered(), direction_count(config, problem.ambient_dim), judgement);
    if (claims.random)
      judge_features(config, task, coordinates, ground.ordered(), draws, judgement);
  }

  std::vector<Index> chosen_cases(const OrderedProblem& ordered) const {
    const auto problems = static_cast<Index>(plan_.problems.size());
    const Index most = std::max<Index>(1, options_.most_points / problems);
    return spread(static_cast<Index>(ordered.cases.size()), most);
  }

  void judge_theory(const KernelTask& task, const OrderedProblem& ordered, Index directions,
                    Judgement& judgement) const {
    const std::vector<Index> chosen = chosen_cases(ordered);
    const std::size_t step = mixing_step(chosen.size());
    for (std::size_t n = 0; n < chosen.size(); ++n) {
      if (n > 0 && time_.unit_is_over()) {
        judgement.result.left_out += static_cast<Index>(chosen.size() - n);
        break;
      }
      const Index i = chosen[n * step % chosen.size()];
      const OrderedCase& one = ordered.cases[static_cast<std::size_t>(i)];
      const auto theory = task.slot->prepared->theory(task.problem.queries.row(one.pair.query),
                                                      task.problem.keys.row(one.pair.key));
      if (!theory) continue;
      judgement.add(*theory, one.log_exact, directions);
      if (predicted_variance_error(theory_of(task, one), plan_.study.trials) > heavy_tail_error)
        ++judgement.result.heavy_tailed;
    }
  }

  void judge_features(const Config& config, const KernelTask& task, const Coordinates& coordinates,
                      const OrderedProblem& ordered, std::pair<Index, Index> draws,
                      Judgement& judgement) const {
    std::vector<Pair> pairs;
    for (const Index i : spread(static_cast<Index>(ordered.cases.size()), options_.feature_pairs))
      pairs.push_back(ordered.cases[static_cast<std::size_t>(i)].pair);
    const double needed = seconds_to_draw(config, coordinates.ambient_dim, pairs.size());
    try {
      for (Index draw = draws.first; draw < draws.second && needed <= time_.unit_seconds_left();
           ++draw)
        for (const double number : effective_features(
                 *task.slot->prepared, task.address.trial(static_cast<std::uint64_t>(draw)),
                 coordinates, pairs))
          judgement.effective_numbers.push_back(number);
    } catch (const Error&) {  // a trial that fails: nothing is known here, and the run tells why
    }
  }

  const Plan& plan_;
  const FeasibilityOptions& options_;
  TimeBudget time_;
  std::vector<Judgement> judgements_;
};

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return "ok";
    case Verdict::partly_infeasible:
      return "partly infeasible";
    case Verdict::infeasible:
      return "infeasible";
    case Verdict::unknown:
      break;
  }
  return "unknown";
}

std::vector<ConfigFeasibility> judge_feasibility(const Plan& plan,
                                                 const FeasibilityOptions& options) {
  return Judge(plan, options).run();
}

}  // namespace kapprox
