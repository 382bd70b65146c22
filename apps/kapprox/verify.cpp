// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// kapprox verify: the conformance kit on one method, or on every method of one plugin library.
#include "verify/verify.hpp"

#include "method_argument.hpp"
#include "options.hpp"
#include "plugins.hpp"
#include "subcommand.hpp"

#include <kapprox/error.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

namespace kapprox::app {

namespace po = boost::program_options;

namespace {

constexpr std::int64_t default_seed = 1;
constexpr std::int64_t fewest_trials = 100;
constexpr std::int64_t most_trials = 100'000'000;

// A config's name on a terminal, rewritten in place, once the work has taken a while.
class TerminalLine {
 public:
  void show(const std::string& text) {
    const auto now = std::chrono::steady_clock::now();
    if (isatty(STDERR_FILENO) == 0 || now - began_ < std::chrono::seconds(2)) return;
    shown_ = true;
    fmt::print(stderr, "\r\x1b[Ktrying {}", text.substr(0, 70));
    std::fflush(stderr);
  }

  void clear() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
    shown_ = false;
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  bool shown_ = false;
};

std::int64_t whole(const Options& options, const std::string& name, std::int64_t least,
                   std::int64_t most) {
  const auto value = options[name].as<std::int64_t>();
  if (value < least || value > most)
    throw InputError(
        fmt::format("verify: --{} is {}, but must be from {} to {}.", name, value, least, most));
  return value;
}

bool is_library(const std::string& argument) {
  return argument.find('/') != std::string::npos ||
         std::filesystem::path(argument).extension() == ".so";
}

std::vector<const MethodEntry*> methods_of(const Plugins& plugins, const std::string& plugin) {
  std::vector<const MethodEntry*> methods;
  for (const MethodEntry* entry : plugins.registry.all())
    if (entry->plugin == plugin) methods.push_back(entry);
  return methods;
}

ExitStatus verify(const Options& options) {
  const std::string argument = text(options, "METHOD");
  const std::vector<std::filesystem::path> folders = plugin_arguments(options);
  const bool library = is_library(argument);
  const Plugins plugins = library ? load_plugins_after(argument, folders) : load_plugins(folders);
  warn_of_refused(plugins);
  const std::vector<const MethodEntry*> methods =
      library ? methods_of(plugins, plugins.report.loaded.front().name)
              : std::vector<const MethodEntry*>{&method_argument(plugins, "verify", argument)};
  if (methods.empty())
    throw InputError(
        fmt::format("verify: {} has no methods, but must enrol one; see "
                    "docs/write_a_method.md.",
                    argument));

  TerminalLine line;
  VerifyOptions how;
  how.seed = static_cast<std::uint64_t>(whole(options, "seed", 0, INT64_MAX));
  how.trials = whole(options, "trials", fewest_trials, most_trials);
  if (const int threads = thread_argument(options); threads > 0) how.threads = threads;
  for (const std::filesystem::path& folder : folders)
    how.arguments += fmt::format(" --plugins {}", folder.string());
  if (library)
    how.arguments +=
        fmt::format(" --plugins {}",
                    std::filesystem::absolute(argument).parent_path().lexically_normal().string());
  how.progress = [&](const std::string& config) { line.show(config); };

  Index failed = 0;
  for (const MethodEntry* entry : methods) {
    how.parameters = set_arguments(plugins, "verify", *entry, texts(options, "set"));
    const VerifyReport report = verify_method(plugins.registry, *entry, how);
    line.clear();
    fmt::print("{}", report_text(report));
    std::fflush(stdout);
    if (!report.passed()) ++failed;
  }
  return failed == 0 ? ExitStatus::complete : ExitStatus::some_failed;
}

}  // namespace

Subcommand verify_subcommand() {
  Subcommand s;
  s.name = "verify";
  s.summary = "what a method promises, checked: one line per check";
  s.usage = "kapprox verify METHOD|PLUGIN.so [options]";
  s.details =
      "METHOD is a name of kapprox list, with its kind before it where several kinds share it. Of "
      "a\n"
      "library, every method it enrols is checked. Parameters are chosen by the kit, several "
      "values\n"
      "of each, except those that --set fixes. The same command gives the same report.";
  s.positionals = {"METHOD"};
  add_set_option(s.options, "fix a parameter: m=64 (repeatable)");
  s.options.add_options()("seed",
                          po::value<std::int64_t>()->default_value(default_seed)->value_name("N"),
                          "seed of all random numbers")(
      "trials", po::value<std::int64_t>()->default_value(VerifyOptions{}.trials)->value_name("N"),
      "trials of a Monte Carlo check's first look");
  add_threads_option(s.options, "threads that ask one sample at once");
  add_plugins_option(s.options);
  s.run = verify;
  return s;
}

}  // namespace kapprox::app
