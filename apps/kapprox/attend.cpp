// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// kapprox attend: one attention method on a user's own arrays, one draw for all heads.
#include "study/attend.hpp"

#include "base/text.hpp"
#include "io/replaceable.hpp"
#include "method_argument.hpp"
#include "numeric/threads.hpp"
#include "options.hpp"
#include "output_path.hpp"
#include "plugins.hpp"
#include "progress_line.hpp"
#include "subcommand.hpp"
#include "table.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace kapprox::app {

namespace po = boost::program_options;

namespace {

constexpr Index most_heads_listed = 16;
constexpr const char* output_schema = "kapprox-attention-output";

double positive(const Options& options, const char* option) {
  const auto value = options[option].as<double>();
  if (!(value > 0.0 && std::isfinite(value)))
    throw InputError(
        fmt::format("attend: --{} is {}, but must be above 0 and finite.", option, value));
  return value;
}

AttendOptions options_of(const Options& options) {
  AttendOptions how;
  how.causal = options.count("causal") > 0;
  how.compare = options.count("compare") > 0;
  how.weights = options.count("weights") > 0;
  const auto seed = options["seed"].as<std::int64_t>();
  const auto window = options["window"].as<std::int64_t>();
  if (seed < 0)
    throw InputError(fmt::format("attend: --seed is {}, but must be at least 0.", seed));
  if (window < 0)
    throw InputError(
        fmt::format("attend: --window is {}, but must be at least 1, or 0 for none.", window));
  how.seed = static_cast<std::uint64_t>(seed);
  how.window = static_cast<Index>(window);
  if (options.count("scale") > 0 && options.count("temperature") > 0)
    throw InputError(
        "attend: --scale and --temperature are both given, but only one may be; divide the scale "
        "by the temperature.");
  if (options.count("scale") > 0) how.scale = positive(options, "scale");
  if (options.count("temperature") > 0) how.temperature = positive(options, "temperature");
  return how;
}

std::string required(const Options& options, const char* option, const char* value) {
  std::string given = text(options, option);
  if (given.empty())
    throw InputError(
        fmt::format("attend: --{} {} is missing, but must be given; see kapprox help "
                    "attend.",
                    option, value));
  return given;
}

// "linear" means attention:linear here, whatever other kinds have a method of that name.
const MethodEntry& attention_argument(const Plugins& plugins, const std::string& name) {
  const MethodEntry* entry = plugins.registry.find(Kind::attention, name);
  if (entry == nullptr) entry = &method_argument(plugins, "attend", name);
  if (entry->kind == Kind::attention) return *entry;
  std::string advice = "see kapprox list";
  if (entry->kind == Kind::kernel)
    advice = "for a feature map write linear --set feature_map.method=" + entry->name;
  if (entry->kind == Kind::softmax)
    advice = "for a softmax method write direct --set softmax.method=" + entry->name;
  if (entry->kind == Kind::scorer) advice = "a block scorer picks keys and attends to none";
  throw InputError(fmt::format("attend: METHOD is {}, but must be an attention method; {}.",
                               full_name(*entry), advice));
}

Index rows_flagged(const AttendResult& result, std::int64_t flag) {
  return std::count(result.flags.begin(), result.flags.end(), flag);
}

void print_flags(const AttendResult& result) {
  const auto say = [](Index rows, const char* what) {
    if (rows > 0) fmt::print("flagged  {} rows: {}\n", rows, what);
  };
  say(rows_flagged(result, static_cast<std::int64_t>(RowFlag::no_key)), "no key to see, zeros");
  say(rows_flagged(result, static_cast<std::int64_t>(RowFlag::no_mass)),
      "no usable mass, the mean of the values");
  say(rows_flagged(result, negative_normaliser), "negative normaliser, as computed");
}

void print_errors(const AttendResult& result) {
  Table table({{"head", Align::right}, {"relative error", Align::right}});
  const auto heads = static_cast<Index>(result.head_errors.size());
  for (Index head = 0; head < std::min(heads, most_heads_listed); ++head)
    table.add_row(
        {std::to_string(head), number_text(result.head_errors[static_cast<std::size_t>(head)])});
  fmt::print("\n{}", table.text());
  if (heads > most_heads_listed)
    fmt::print("… {} more heads: head_error in the file\n", heads - most_heads_listed);
}

ExitStatus attend_command(const Options& options) {
  const std::string input = required(options, "input", "QKV.h5");
  const std::string output = required(options, "output", "OUT.h5");
  AttendOptions how = options_of(options);
  check_output_path(output, input, "input");
  check_replaceable(output, output_schema, "an output of kapprox attend");
  const Plugins plugins = load_plugins(plugin_arguments(options));
  warn_of_refused(plugins);
  const MethodEntry& entry = attention_argument(plugins, text(options, "METHOD"));
  const BuiltMethod built =
      build_method(plugins.registry, entry.kind,
                   {entry.name, set_arguments(plugins, "attend", entry, texts(options, "set"))},
                   "attend: " + entry.name);
  const auto& method = static_cast<const AttentionMethod&>(*built.method);
  const FileArrays arrays(input);
  use_threads(thread_argument(options));
  if (arrays.is_causal() && !how.causal)
    fmt::print(stderr,
               "kapprox: warning: {} says causal = 1, but --causal is not given: every query sees "
               "all keys.\n",
               input);

  const auto began = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  };
  ProgressLine line(isatty(STDERR_FILENO) != 0);
  how.on_progress = [&](Index done, Index heads) {
    line.update({done, heads, static_cast<double>(done), static_cast<double>(heads), seconds()});
  };
  const AttendResult result = attend(method, arrays, how, fmt::format("attend: {}", input));
  line.finish();

  Group root = attend_group(result);
  root.attributes = {{"schema", std::string(output_schema)},
                     {"method", built.key},
                     {"mask", result.mask},
                     {"logit_scale", result.logit_scale},
                     {"seed", static_cast<std::int64_t>(how.seed)},
                     {"input", std::filesystem::path(input).filename().string()},
                     {"program_version", std::string(KAPPROX_VERSION)}};
  write_file(output, {root});
  fmt::print("method   {}\nmask     {}\nscale    {}\nheads    {}\nout      {} in {}\ntime     {}\n",
             built.key, result.mask, shortest(result.logit_scale), arrays.heads(),
             fmt::join(result.shape, " × "), output, duration_text(seconds()));
  print_flags(result);
  if (how.compare) print_errors(result);
  return ExitStatus::complete;
}

}  // namespace

Subcommand attend_subcommand() {
  Subcommand s;
  s.name = "attend";
  s.summary = "one attention method on your own queries, keys and values";
  s.usage = "kapprox attend METHOD --input QKV.h5 -o OUT.h5 [options]";
  s.details =
      "Reads the datasets q, k and v of an HDF5 file: (row, dim), (head, row, dim) or (batch, "
      "head, "
      "row,\n"
      "dim), and writes `out` with the axes of q. All heads share one draw. Logits are scaled by "
      "the\n"
      "attribute logit_scale of the file, else by 1/√d. A dataset key_mask (1 seen, 0 hidden) "
      "hides keys.";
  s.positionals = {"METHOD"};
  s.options.add_options()("input", po::value<std::string>()->value_name("QKV.h5"),
                          "the file with q, k and v");
  s.options.add_options()("output,o", po::value<std::string>()->value_name("OUT.h5"),
                          "the file to write");
  add_set_option(s.options,
                 "a parameter: feature_map.method=positive, feature_map.m=64 (repeatable)");
  s.options.add_options()("causal", "a query sees keys at its position and before");
  s.options.add_options()("window", po::value<std::int64_t>()->default_value(0)->value_name("N"),
                          "a query sees keys closer than N to its position; 0: no window");
  s.options.add_options()("scale", po::value<double>()->value_name("X"), "of the logits");
  s.options.add_options()("temperature", po::value<double>()->value_name("T"),
                          "divides the logits at the file's own scale; not with --scale");
  s.options.add_options()("weights", "also the weights, head × query × key");
  s.options.add_options()("compare", "also the error against exact attention");
  s.options.add_options()("seed", po::value<std::int64_t>()->default_value(0)->value_name("N"),
                          "seed of the draw");
  add_threads_option(s.options, "threads to use (default: one per processor)");
  add_plugins_option(s.options);
  s.run = attend_command;
  return s;
}

}  // namespace kapprox::app
