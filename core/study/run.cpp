// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/run.hpp"

#include <kapprox/error.hpp>

#include "io/replaceable.hpp"
#include "numeric/blas.hpp"
#include "numeric/pinned_threads.hpp"
#include "study/checkpoint.hpp"
#include "study/executor.hpp"
#include "study/provenance.hpp"
#include "study/results_schema.hpp"
#include "study/resume.hpp"
#include "study/round_times.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include <fmt/format.h>

namespace kapprox {

namespace {

bool is_stopped(const RunOptions& options) { return options.stop != nullptr && *options.stop; }

// Points that failed, as the file calls them, and what the kind says of each status.
void count_status(const Plan& plan, const std::vector<CaseColumn>& columns, const RunState& state,
                  RunReport& report) {
  std::map<std::string, std::int64_t> counts;
  for (std::size_t p = 0; p < state.points.size(); ++p) {
    const PointContext context = context_of(plan, static_cast<Index>(p) / plan.case_count,
                                            columns[p % static_cast<std::size_t>(plan.case_count)]);
    const PointStatus status =
        plan.kind->status(state.points[p], context, plan.kind->measure(state.points[p], context));
    ++counts[status.word];
    if (status.word == "failed" || state.points[p].total().failed > 0) ++report.failed_points;
  }
  for (const auto& [word, count] : counts) {
    std::string warning = plan.kind->warning(word, count, report.points, plan.study.trials);
    if (!warning.empty()) report.warnings.push_back(std::move(warning));
  }
}

// BLAS must not start threads of its own inside a trial.
void warn_of_blas(RunReport& report) {
  const std::string parallel = blas_info().parallel;
  if (parallel == "pthreads")
    report.warnings.push_back(
        "BLAS is a pthreads build, which may start threads inside every worker; install the OpenMP "
        "build, or set OPENBLAS_NUM_THREADS=1");
}

// Before anything else asks for them, so that a long run says what it does.
void make_exact_answers(const Plan& plan, const Grounds& grounds, const RunOptions& options) {
  for (Index p = 0; p < grounds.size(); ++p) {
    const InputProblem& problem = *grounds[p].ordered().source;
    if (options.on_exact)
      options.on_exact(
          {p, grounds.size(),
           plan.kind->reference_work(shape_of(problem), static_cast<Index>(problem.cases.size()))});
    grounds[p].reference();
  }
}

// As scheduled; rounds of timing one after the other, and in a round all configs on a problem
// together: what is compared was measured in the same moment.
std::vector<Index> order_of_units(const Plan& plan, const Schedule& schedule) {
  std::vector<Index> order(static_cast<std::size_t>(schedule.units()));
  std::iota(order.begin(), order.end(), Index{0});
  if (!plan.kind->measures_time()) return order;
  const auto key = [&schedule](Index i) {
    const Unit unit = schedule.unit(i);
    return std::make_tuple(unit.chunk, unit.batch->problem, unit.batch->config);
  };
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return key(a) < key(b); });
  return order;
}

// Threads of a run: workers that take units, or bound ones inside of the one unit that is timed.
struct Threads {
  Threads(const Plan& plan, int wanted) {
    check_at_least("threads", wanted, 0);
    if (plan.kind->measures_time()) {
      pinned.emplace(wanted);
      executor = make_sequential_executor(pinned->threads());
    } else {
      executor = make_openmp_executor(wanted);
    }
  }

  std::optional<PinnedThreads> pinned;
  std::unique_ptr<Executor> executor;
};

void run_units(const Plan& plan, const Schedule& schedule, RunState& state, Executor& executor,
               CheckpointWriter& writer, const RunOptions& options) {
  UnitRunner runner(plan, schedule, state);
  const std::vector<Index> order = order_of_units(plan, schedule);
  const auto at = [&order](Index place) { return order[static_cast<std::size_t>(place)]; };
  Progress progress;
  progress.total_units = schedule.units();
  progress.total_work = schedule.total_work();
  const auto finished = [&](Index place) {
    runner.finished(at(place));
    if (writer.due()) writer.write(state);
    if (!options.on_progress) return;
    progress.done_units = runner.done_units();
    progress.done_work = runner.done_work();
    progress.seconds = writer.seconds();
    options.on_progress(progress);
  };
  if (options.on_progress) options.on_progress(progress);
  executor.run(
      schedule.units(), [&](Index place) { runner.work(at(place)); }, finished,
      [&options] { return is_stopped(options); });
}

}  // namespace

RunReport run_study(const Plan& plan, const std::filesystem::path& output,
                    const RunOptions& options) {
  if (!(options.checkpoint_seconds > 0.0))
    throw InputError(
        fmt::format("run_study: the checkpoint interval is {} s, but must be above 0; raise it",
                    options.checkpoint_seconds));
  if (options.fresh) check_replaceable(output, results_schema_name, "a results file of kapprox");
  const FileLock lock(output);
  const Grounds grounds(plan);
  make_exact_answers(plan, grounds, options);
  const ResultsGroups groups(plan, grounds);
  Resumed start;
  if (!options.fresh && std::filesystem::exists(output))
    start = resume_state(plan, groups.columns(), output);
  else
    start.state = empty_state(plan);

  const Threads threads(plan, options.threads);
  const Schedule schedule(plan, grounds, start.state.points);
  RunReport report;
  report.points = static_cast<std::int64_t>(start.state.points.size());
  report.resumed_points = start.resumed_points;
  report.threads = threads.executor->threads();
  warn_of_blas(report);
  if (plan.kind->measures_time() && baseline_key(plan).empty())
    report.warnings.push_back(
        "no method of the study is exact, so that ratios and crossover lengths are NaN; add "
        "[[methods]] with method = \"exact\"");
  if (schedule.units() == 0) {
    report.status = RunStatus::already_complete;
    report.content_digest = start.content_digest;
  } else {
    Attributes provenance = provenance_of(plan.study, report.threads, options.provenance);
    provenance.emplace_back("processors", threads.pinned ? threads.pinned->processors() : "");
    if (plan.kind->measures_time() && start.resumed_points > 0)
      check_same_machine(start.provenance, provenance, output);
    CheckpointWriter writer(groups, output, options.checkpoint_seconds, start.total_seconds,
                            std::move(provenance));
    run_units(plan, schedule, start.state, *threads.executor, writer, options);
    writer.write(start.state);
    report.seconds = writer.seconds();
    report.content_digest = writer.content_digest();
  }
  count_status(plan, groups.columns(), start.state, report);
  if (report.status == RunStatus::complete) {
    if (is_stopped(options) && Schedule(plan, grounds, start.state.points).units() > 0)
      report.status = RunStatus::interrupted;
    else if (report.failed_points > 0)
      report.status = RunStatus::some_failed;
  }
  return report;
}

}  // namespace kapprox
