// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// kapprox info: what one method is, takes, claims and costs.
#include "base/text.hpp"
#include "method_argument.hpp"
#include "method_text.hpp"
#include "methods/build.hpp"
#include "methods/parameters_text.hpp"
#include "options.hpp"
#include "plugins.hpp"
#include "study/configs.hpp"
#include "subcommand.hpp"

#include <kapprox/error.hpp>

#include <set>

#include <fmt/format.h>

namespace kapprox::app {

namespace po = boost::program_options;

namespace {

constexpr int default_dim = 64;

// Declared parameters without default that the command does not give; a budget gives m.
std::vector<std::string> missing_parameters(const MethodEntry& entry, const MethodAxes& axes) {
  std::set<std::string> given;
  if (axes.budget) given.insert("m");
  for (const MethodAxis& axis : axes.axes) given.insert(axis.name);
  std::vector<std::string> missing;
  for (const Declaration& d : entry.declarations.all())
    if (!default_value(d) && given.count(d.name) == 0) missing.push_back(d.name);
  return missing;
}

ExitStatus info(const Options& options) {
  const Plugins plugins = load_plugins(plugin_arguments(options));
  const MethodEntry& entry = method_argument(plugins, "info", text(options, "METHOD"));
  const MethodAxes axes = read_method_changes(entry.name, texts(options, "set"), "info");
  const int dim = options["dim"].as<int>();
  if (dim < 1)
    throw InputError(fmt::format("info: --dim is {}, but must be at least 1; raise it.", dim));
  const std::vector<std::string> missing = missing_parameters(entry, axes);
  std::string claims;
  if (missing.empty()) {
    for (const BuiltMethod& built : build_methods(axes, entry.kind, plugins.registry, {dim}))
      claims += claims_text(built, dim);
  } else {
    claims = fmt::format("\nclaims and cost depend on {}: add --set {}=VALUE\n", list_of(missing),
                         missing.front());
  }
  fmt::print("{}: {}\n\n", full_name(entry), entry.summary);
  fmt::print("plugin     {} {}\n", entry.plugin, plugins.version_of(entry.plugin));
  fmt::print("reference  {}\n", entry.reference);
  fmt::print("{}{}", parameters_text(entry.declarations), claims);
  std::fflush(stdout);
  warn_of_refused(plugins);
  return ExitStatus::complete;
}

}  // namespace

Subcommand info_subcommand() {
  Subcommand s;
  s.name = "info";
  s.summary = "one method: parameters, claims, cost, reference";
  s.usage = "kapprox info METHOD [options]";
  s.details =
      "METHOD is a name of kapprox list; where several kinds share it, or to be exact, put the "
      "kind\n"
      "before it: kernel:trig, directions:iid. --set takes what a [[methods]] table of a study "
      "takes:\n"
      "--set m=[16, 64], --set first.m=8, --set 'bases=[{method=\"trig\", m=8}, "
      "{method=\"exp\"}]'.";
  s.positionals = {"METHOD"};
  add_set_option(s.options, "a key of its table, for claims and cost: m=64 (repeatable)");
  s.options.add_options()("dim", po::value<int>()->default_value(default_dim)->value_name("D"),
                          "dimension of queries and keys, for the cost");
  add_plugins_option(s.options);
  s.run = info;
  return s;
}

}  // namespace kapprox::app
