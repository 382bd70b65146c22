// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// kapprox run: from a study file to a results file, or on from where an earlier run stopped.
#include "study/run.hpp"
#include "interrupt.hpp"
#include "numeric/blas.hpp"
#include "numeric/threads.hpp"
#include "options.hpp"
#include "output_path.hpp"
#include "plugins.hpp"
#include "progress_line.hpp"
#include "subcommand.hpp"

#include <kapprox/error.hpp>

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace kapprox::app {

namespace po = boost::program_options;

namespace {

constexpr double default_checkpoint_seconds = 30.0;
constexpr double least_checkpoint_seconds = 0.05;  // below it, a run would do nothing but write

double checkpoint_argument(const Options& options) {
  const double seconds = options["checkpoint"].as<double>();
  if (!(seconds >= least_checkpoint_seconds))
    throw InputError(fmt::format("--checkpoint is {} s, but must be at least {} s.", seconds,
                                 least_checkpoint_seconds));
  return seconds;
}

std::vector<std::pair<std::string, std::string>> provenance_of(const Plugins& plugins) {
  std::string loaded;
  for (const LoadedPlugin& plugin : plugins.report.loaded)
    loaded += fmt::format("{}{} {}", loaded.empty() ? "" : ", ", plugin.name, plugin.version);
  return {{"plugins", loaded}};
}

void print_report(const RunReport& report, const std::string& output) {
  fmt::print("results  {}\n", output);
  fmt::print("points   {}, of which {} were in the file before and {} failed\n", report.points,
             report.resumed_points, report.failed_points);
  fmt::print("digest   {}\n", report.content_digest);
  fmt::print("threads  {}; BLAS ({}) runs on the thread that calls it\n", report.threads,
             blas_info().parallel);
  fmt::print("time     {}\n", duration_text(report.seconds));
}

ExitStatus conclude(const RunReport& report, const std::string& output, const Progress& progress,
                    bool quiet) {
  if (report.status == RunStatus::already_complete) {
    if (!quiet)
      fmt::print("{} is complete and was left untouched; --fresh computes it anew.\n", output);
    return report.failed_points == 0 ? ExitStatus::complete : ExitStatus::some_failed;
  }
  if (report.status == RunStatus::interrupted)
    throw IoError(
        fmt::format("{}: interrupted after {} of {} units, which are saved; run the same "
                    "command again to resume.",
                    output, progress.done_units, progress.total_units));
  if (!quiet) print_report(report, output);
  std::fflush(stdout);
  for (const std::string& warning : report.warnings)
    if (!quiet) fmt::print(stderr, "kapprox: warning: {}\n", warning);
  if (report.failed_points == 0) return ExitStatus::complete;
  fmt::print(
      stderr,
      "kapprox: {}: {} of {} points failed; kapprox show {} lists them with their reasons.\n",
      output, report.failed_points, report.points, output);
  return ExitStatus::some_failed;
}

ExitStatus run(const Options& options) {
  const std::string study = text(options, "STUDY.toml");
  const std::string output = text(options, "output");
  const bool quiet = options.count("quiet") > 0;
  if (output.empty())
    throw InputError("run: -o RESULTS.h5 is missing, but must be given; see kapprox help run.");
  RunOptions run_options;
  run_options.threads = thread_argument(options);
  run_options.checkpoint_seconds = checkpoint_argument(options);
  run_options.fresh = options.count("fresh") > 0;
  check_output_path(output, study, "study");
  use_threads(run_options.threads);
  const Plugins plugins = load_plugins(plugin_arguments(options));
  const Plan plan = plan_study(study, texts(options, "set"), plugins);
  run_options.provenance = provenance_of(plugins);
  run_options.stop = &catch_interrupts();
  ProgressLine line(isatty(STDERR_FILENO) != 0);
  Progress latest;
  run_options.on_progress = [&](const Progress& progress) {
    latest = progress;
    if (!quiet) line.update(progress);
  };
  run_options.on_exact = [&](const ExactProgress& progress) {
    if (!quiet) line.update(progress);
  };

  const RunReport report = run_study(plan, output, run_options);

  line.finish();
  return conclude(report, output, latest, quiet);
}

}  // namespace

Subcommand run_subcommand() {
  Subcommand s;
  s.name = "run";
  s.summary = "run a study, or resume it";
  s.usage = "kapprox run STUDY.toml -o RESULTS.h5 [options]";
  s.details =
      "Runs every config of the study on every case and keeps the results file up to date while "
      "it\n"
      "runs. A file of an earlier, interrupted run is resumed; one of the same study with fewer\n"
      "trials, methods or cases is extended; a complete one is left untouched. Ctrl-C saves and\n"
      "ends with status 3; a second Ctrl-C ends at once.";
  s.positionals = {"STUDY.toml"};
  s.options.add_options()("output,o", po::value<std::string>()->value_name("RESULTS.h5"),
                          "the results file");
  add_threads_option(s.options, "threads to use (default: one per processor)");
  s.options.add_options()("fresh", "compute anew what the file already holds");
  add_set_option(s.options,
                 "change a key of the study: trials=1000, methods.LABEL.m=64 (repeatable)");
  s.options.add_options()(
      "checkpoint",
      po::value<double>()->default_value(default_checkpoint_seconds)->value_name("SECONDS"),
      "save at least this often");
  add_plugins_option(s.options);
  s.options.add_options()("quiet", "print errors only");
  s.run = run;
  return s;
}

}  // namespace kapprox::app
