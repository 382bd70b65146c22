// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// kapprox check: what a study would do and cost, and what theory says cannot work, before it runs.
#include "check_tables.hpp"
#include "config_names.hpp"
#include "numeric/pinned_threads.hpp"
#include "numeric/threads.hpp"
#include "options.hpp"
#include "plugins.hpp"
#include "progress_line.hpp"
#include "study/executor.hpp"
#include "study/feasibility.hpp"
#include "study/predicted_cost.hpp"
#include "subcommand.hpp"
#include "table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.hpp"

namespace kapprox::app {

namespace {

constexpr double most_digits = 15.0;     // log10: more directions than this no machine ever holds
constexpr double most_plain = 10'000.0;  // larger numbers are written in scientific form

std::vector<std::string> names_of(const Plan& plan) {
  std::vector<LabelledConfig> configs;
  for (const Config& config : plan.configs) {
    LabelledConfig labelled{config.label, {}};
    for (const ParameterColumn& column : config.built.columns) {
      const auto* number = std::get_if<double>(&column.value);
      labelled.parameters.emplace_back(
          column.name, number != nullptr ? shortest(*number) : std::get<std::string>(column.value));
    }
    configs.push_back(std::move(labelled));
  }
  return config_names(configs);
}

// "117", "6.7e+11", "> 1e+15", "none" where no number of them helps, "-" where there are none.
std::string directions_text(double log10_directions) {
  if (std::isnan(log10_directions)) return "-";
  if (std::isinf(log10_directions)) return log10_directions > 0 ? "none" : "1";
  if (log10_directions > most_digits) return fmt::format("> 1e+{:.0f}", most_digits);
  const double directions = std::max(1.0, std::ceil(std::pow(10.0, log10_directions)));
  return directions < most_plain ? fmt::format("{:.0f}", directions)
                                 : fmt::format("{:.1e}", directions);
}

std::string percent_text(Index part, Index whole) {
  return whole == 0 ? "-"
                    : fmt::format("{:.0f} %",
                                  100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_summary(const Plan& plan, const PredictedCost& cost, int threads) {
  const auto configs = static_cast<Index>(plan.configs.size());
  fmt::print("study      {} ({}, kind {}, seed {})\n", plan.study.name, plan.study.file,
             plan.study.kind, plan.study.seed);
  fmt::print("configs    {}\nproblems   {}\n", configs, plan.problems.size());
  fmt::print("points     {} ({} on {})\n", configs * plan.case_count, count_text(configs, "config"),
             count_text(plan.case_count, "case"));
  fmt::print("trials     {} per random config and problem, {:.0f} in all\n", plan.study.trials,
             cost.trials);
  const std::string timed =
      cost.timed == configs
          ? "each config"
          : fmt::format("{} of the configs, the others by their work", cost.timed);
  const double at_once =
      plan.kind->measures_time() ? 1.0 : threads;  // units that run beside others
  fmt::print("predicted  {} with {} (from timing a few trials of {}), {} of it for exact answers\n",
             duration_text(cost.exact_seconds + cost.seconds / at_once),
             count_text(threads, "thread"), timed, duration_text(cost.exact_seconds));
}

void print_feasibility(const Plan& plan, const std::vector<ConfigFeasibility>& configs) {
  Table table({{"config", Align::left},
               {"D", Align::right},
               {"infeasible", Align::right},
               {"relative error", Align::right},
               {"relative sd", Align::right},
               {"log10 relvar/direction", Align::right},
               {"directions for 10 %", Align::right},
               {"effective features", Align::right},
               {"verdict", Align::left}});
  const std::vector<std::string> names = names_of(plan);
  for (std::size_t i = 0; i < configs.size(); ++i) {
    const ConfigFeasibility& c = configs[i];
    table.add_row({names[i],
                   c.feature_dim == 0 ? "-" : number_text(static_cast<double>(c.feature_dim)),
                   percent_text(c.infeasible, c.judged), number_text(c.median_relative_error),
                   number_text(c.median_relative_deviation),
                   number_text(c.median_log10_variance_per_direction),
                   directions_text(c.median_log10_directions_needed),
                   c.effective_features && std::isfinite(*c.effective_features)
                       ? fmt::format("{:.1f}", *c.effective_features)
                       : "-",
                   std::string(verdict_name(c.verdict))});
  }
  fmt::print("{}", table.text());
}

// One sentence per kind of trouble, not per point.
void print_notes(const Plan& plan, const std::vector<ConfigFeasibility>& configs,
                 const FeasibilityOptions& how) {
  const bool of_pairs = plan.kind->case_unit() == CaseUnit::pair;
  Index infeasible_configs = 0;
  Index heavy_configs = 0;
  Index heavy = 0;
  Index judged = 0;
  Index points = 0;
  Index left_out = 0;
  for (const ConfigFeasibility& c : configs) {
    if (c.infeasible > 0) ++infeasible_configs;
    if (c.heavy_tailed > 0) ++heavy_configs;
    heavy += c.heavy_tailed;
    judged += c.judged;
    points += c.points;
    left_out += c.left_out;
  }
  if (judged < points)
    fmt::print(
        "\n{} of {} {} were judged: evenly spread ones of a large study, and none of a "
        "config without theory.\n",
        judged, points, of_pairs ? "points" : "pairs of query and key");
  if (left_out > 0)
    fmt::print(
        "\n{} were left out because {:g} s were over; check a part of the study, such as one "
        "[[methods]] table, to have them judged.\n",
        count_text(left_out, of_pairs ? "point" : "pair"), how.seconds);
  if (infeasible_configs > 0)
    fmt::print(
        "\n{} cannot reach 10 % relative error everywhere: smaller norms would, and more "
        "directions where \"directions for 10 %\" is a number.{}\n",
        count_text(infeasible_configs, "config"),
        of_pairs ? ""
                 : " These are errors of exp(q·k): what all keys of a row share cancels in "
                   "attention, so outputs may err less.");
  if (heavy > 0 && of_pairs)
    fmt::print(
        "\nHeavy tails at {} of {} judged points ({}): {} trials are too few for the "
        "sample variance to be trusted there; read theory_variance instead.\n",
        heavy, judged, count_text(heavy_configs, "config"), plan.study.trials);
}

ExitStatus check(const Options& options) {
  const int wanted = thread_argument(options);
  use_threads(wanted);
  const Plugins plugins = load_plugins(plugin_arguments(options));
  const Plan plan = plan_study(text(options, "STUDY.toml"), texts(options, "set"), plugins);
  const int threads = make_openmp_executor(wanted)->threads();
  if (plan.kind->measures_time()) {
    const PinnedThreads pinned(wanted);
    print_summary(plan, predict_cost(plan), threads);
    return ExitStatus::complete;  // times do not hang on what theory can judge
  }
  print_summary(plan, predict_cost(plan), threads);
  fmt::print("\n");
  // Their methods are exact about themselves.
  const CaseUnit unit = plan.kind->case_unit();
  if (unit == CaseUnit::row || unit == CaseUnit::blocks) {
    fmt::print("{}", unit == CaseUnit::row
                         ? radius_table(plan, names_of(plan))
                         : scorer_table(plan, names_of(plan)) + undefined_cases_text(plan));
    return ExitStatus::complete;
  }
  const FeasibilityOptions how;
  const std::vector<ConfigFeasibility> configs = judge_feasibility(plan, how);
  print_feasibility(plan, configs);
  print_notes(plan, configs, how);
  return ExitStatus::complete;
}

}  // namespace

Subcommand check_subcommand() {
  Subcommand s;
  s.name = "check";
  s.summary = "what a study would do and cost, and what cannot work in it";
  s.usage = "kapprox check STUDY.toml [options]";
  s.details =
      "Validates the study, counts its points, predicts its cost by timing a few trials, and says\n"
      "from theory which configs cannot reach 10 % relative error at their number of directions.\n"
      "Both stop after a few seconds, and say what was left out.\n"
      "  relative error          median over points of root(bias^2 + variance), exact value = 1\n"
      "  relative sd             likewise, of the standard deviation alone\n"
      "  log10 relvar/direction  median log10 of the relative variance one direction has\n"
      "  directions for 10 %     what the median point would need; none: its bias alone is larger\n"
      "  effective features      median of (sum c)^2 / sum c^2 over the features of an estimate\n"
      "Of an attention study, the feature map inside of a method is judged, on pairs of query and "
      "key.\nOf a series study, rows of logits are counted that spread too far for a series to be "
      "sure to converge.\nOf a study of blocks, what a scorer keeps and costs beside the exact "
      "one.";
  s.positionals = {"STUDY.toml"};
  add_threads_option(s.options, "threads the prediction is for (default: one per processor)");
  add_set_option(s.options, "change a key of the study: trials=1000 (repeatable)");
  add_plugins_option(s.options);
  s.run = check;
  return s;
}

}  // namespace kapprox::app
