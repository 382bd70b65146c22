// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a score costs, d = 64, blocks of 64 keys: `score` is 128 queries against the summaries of 64
// blocks, beside the multiply-adds that the scorer claims; `attention` is block-sparse attention of
// one head without a mask, 8 blocks a query, beside exact attention in the same run.
#include "limits/limits.hpp"

#include "loading/loader.hpp"
#include "methods/build.hpp"

#include <kapprox/attention_method.hpp>
#include <kapprox/block_scorer.hpp>
#include <kapprox/exact_attention.hpp>
#include <kapprox/stream.hpp>

#include <array>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace kapprox;

constexpr Index width = 64;
constexpr Index block = 64;
constexpr std::array scorers = {"mean", "second_order", "spla", "hils", "max", "exact"};

const Registry& registry() {
  static const Registry all = [] {
    Registry made;
    load_plugin_folders(made, plugin_folders({}));
    return made;
  }();
  return all;
}

template <class Kept>
std::shared_ptr<const Kept> built(const MethodSpec& spec) {
  return std::dynamic_pointer_cast<const Kept>(
      build_method(registry(), Kept::kind, spec, "bench").method);
}

Matrix tokens(Index n, double std, std::string_view name) {
  Matrix rows(n, width);
  Stream(1).at(name).fill_normals(rows);
  for (double& value : rows.values()) value *= std;
  return rows;
}

const char* scorer_of(const benchmark::State& state) {
  return scorers[static_cast<std::size_t>(state.range(0))];
}

void score(benchmark::State& state) {
  constexpr Index blocks = 64;
  const auto scorer = built<BlockScorer>({scorer_of(state), {}});
  const PreparedScorer prepared = scorer->prepare({width});
  const Matrix keys = tokens(blocks * block, 0.3, "k");
  const Matrix queries = tokens(128, 0.3, "q");
  std::vector<std::unique_ptr<BlockSummary>> summaries;
  for (Index b = 0; b < blocks; ++b) {
    summaries.push_back(prepared.begin_block());
    summaries.back()->add(ConstMatrixView(keys).rows_from(b * block, block));
  }
  std::vector<double> scores(128);
  const auto work = [&] {
    for (const auto& summary : summaries) {
      summary->scores(queries, scores);
      benchmark::DoNotOptimize(scores.data());
    }
  };
  while (state.KeepRunning()) work();

  static const double multiply_add = 2.0 / bench::vector_rate().flops_per_ns();
  const double best = bench::best_nanoseconds(work, 30) / static_cast<double>(128 * blocks);
  const double limit = scorer->cost(block, width).multiply_adds * multiply_add;
  state.SetLabel(scorer_of(state));
  state.counters["score_ns"] = best;
  state.counters["limit_ns"] = limit;
  state.counters["achieved_share"] = limit / best;
}

// {scorer, n}.
void attention(benchmark::State& state) {
  const Index n = state.range(1);
  const Matrix queries = tokens(n, 0.35, "q");
  const Matrix keys = tokens(n, 0.35, "k");
  const Matrix values = tokens(n, 1.0, "v");
  const Problem problem = {queries, keys, values, width};
  const auto scorer = std::make_shared<MethodSpec>(MethodSpec{scorer_of(state), {}});
  const auto method = built<AttentionMethod>({"block_sparse", {{"scorer", scorer}}});
  const auto work = [&] {
    const auto sample = method->prepare(problem, Mask())->draw(Stream(2));
    benchmark::DoNotOptimize(sample->output().rows.values().data());
  };
  const auto exact = [&] {
    benchmark::DoNotOptimize(exact_attention(problem, Mask()).rows.values().data());
  };
  while (state.KeepRunning()) work();

  const double best = bench::best_nanoseconds(work, 5);
  state.SetLabel(scorer_of(state));
  state.counters["token_ns"] = best / static_cast<double>(n);
  state.counters["exact_over_this"] = bench::best_nanoseconds(exact, 5) / best;
}

BENCHMARK(score)->DenseRange(0, static_cast<int>(scorers.size()) - 1);
BENCHMARK(attention)->ArgsProduct({{0, 1}, {1024, 4096}})->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
