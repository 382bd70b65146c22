// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Feasibility from theory, in the log domain: variances of e^16000 are judged like any other.
#include "study/feasibility.hpp"

#include "stats/median.hpp"
#include "study/effective_features.hpp"
#include "study/ground.hpp"
#include "study/kinds/kernel_measures.hpp"
#include "study/kinds/kernel_trial.hpp"
#include "study/kinds/spread.hpp"
#include "study/time_budget.hpp"

#include <kapprox/error.hpp>
#include <kapprox/random_feature_map.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kapprox {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest_mean_square = feasible_relative_error * feasible_relative_error;

// m, or 0 where the config has no directions.
Index direction_count(const KernelMethod& method, Index dim) {
  if (const auto* map = dynamic_cast<const RandomFeatureMap*>(&method))
    return map->direction_count();
  return method.cost(dim).projections_per_token;
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

// The share of the draws that falls to problem p of `count`: all of them are used, evenly.
std::pair<Index, Index> share(Index draws, Index p, Index count) {
  return {draws * p / count, draws * (p + 1) / count};
}

// Of one multiply-add or feature, drawing included: only to see what is out of the question.
constexpr double rough_seconds_per_operation = 3e-9;

double seconds_to_draw(const KernelMethod& method, Index dim, std::size_t pairs) {
  const Cost cost = method.cost(dim);
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
      const Ground ground(*plan_.kind, plan_.problems[static_cast<std::size_t>(p)], 0);
      for (std::size_t c = 0; c < plan_.configs.size(); ++c)
        judge(plan_.configs[c], ground, share(options_.feature_draws, p, count), judgements_[c]);
    }
    std::vector<ConfigFeasibility> out;
    for (const Judgement& judgement : judgements_) out.push_back(judgement.conclusion());
    return out;
  }

 private:
  void judge(const Config& config, const Ground& ground, std::pair<Index, Index> draws,
             Judgement& judgement) {
    time_.begin_unit();
    const InputProblem& problem = *ground.ordered().source;
    judgement.result.random = plan_.kind->facts(config.method()).random;
    judgement.result.feature_dim = plan_.kind->cost(config.method(), shape_of(problem)).feature_dim;
    const auto problems = static_cast<Index>(plan_.problems.size());
    const Index most = std::max<Index>(1, options_.most_points / problems);
    const KernelView view = plan_.kind->kernel_view(config.built, ground.ordered(), most);
    judgement.result.points += view.total;
    if (view.method == nullptr) return;
    if (time_.is_over()) {
      judgement.result.left_out += static_cast<Index>(view.pairs.size());
      return;
    }
    const Claims claims = view.method->claims();
    const Coordinates& coordinates =
        ground.coordinates(plan_.study.reduce && claims.rotation_invariant);
    const PreparedSlot slot = prepare_slot(*view.method, coordinates.problem());
    if (!slot.prepared) return;
    judge_theory(*slot.prepared, coordinates.problem(), ground.ordered(), view, judgement);
    if (!claims.random) return;
    const KernelView few =
        plan_.kind->kernel_view(config.built, ground.ordered(), options_.feature_pairs);
    judge_features(*slot.prepared, draw_address(plan_.study.seed, problem), coordinates, few, draws,
                   judgement);
  }

  void judge_theory(const PreparedKernel& prepared, const Problem& problem,
                    const OrderedProblem& ordered, const KernelView& view,
                    Judgement& judgement) const {
    const Index directions = direction_count(*view.method, problem.ambient_dim);
    const auto step = static_cast<std::size_t>(mixing_step(static_cast<Index>(view.pairs.size())));
    for (std::size_t n = 0; n < view.pairs.size(); ++n) {
      if (n > 0 && time_.unit_is_over()) {
        judgement.result.left_out += static_cast<Index>(view.pairs.size() - n);
        break;
      }
      const Pair& pair = view.pairs[n * step % view.pairs.size()];
      const std::optional<Theory> theory = known_theory(prepared, problem, pair);
      if (!theory) continue;
      const double log_exact = dot(ordered.queries.row(pair.query), ordered.keys.row(pair.key));
      judgement.add(*theory, log_exact, directions);
      if (predicted_variance_error(relative_theory(*theory, log_exact), plan_.study.trials) >
          heavy_tail_error)
        ++judgement.result.heavy_tailed;
    }
  }

  void judge_features(const PreparedKernel& prepared, const Stream& address,
                      const Coordinates& coordinates, const KernelView& view,
                      std::pair<Index, Index> draws, Judgement& judgement) const {
    const double needed = seconds_to_draw(*view.method, coordinates.ambient_dim, view.pairs.size());
    try {
      for (Index draw = draws.first; draw < draws.second && needed <= time_.unit_seconds_left();
           ++draw)
        for (const double number :
             effective_features(prepared, address.trial(static_cast<std::uint64_t>(draw)),
                                coordinates, view.pairs))
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
