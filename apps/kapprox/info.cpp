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
#include "subcommand.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

namespace kapprox::app {

namespace po = boost::program_options;

namespace {

constexpr int default_dim = 64;

// Declared parameters without default that the command does not give.
std::vector<std::string> missing_parameters(const MethodEntry& entry, const MethodSpec& spec) {
  std::vector<std::string> missing;
  for (const Declaration& d : entry.declarations.all())
    if (!default_value(d) && spec.parameters.count(d.name) == 0) missing.push_back(d.name);
  return missing;
}

ExitStatus info(const Options& options) {
  const Plugins plugins = load_plugins(plugin_arguments(options));
  const MethodEntry& entry = method_argument(plugins, "info", text(options, "METHOD"));
  const MethodSpec spec{entry.name, set_arguments("info", texts(options, "set"))};
  const int dim = options["dim"].as<int>();
  if (dim < 1) throw InputError(fmt::format("info: --dim is {}, but must be at least 1.", dim));
  const std::vector<std::string> missing = missing_parameters(entry, spec);
  std::string claims;
  if (missing.empty())
    claims =
        claims_text(build_method(plugins.registry, entry.kind, spec, "info: " + entry.name), dim);
  else
    claims = fmt::format("\nclaims and cost depend on {}: add --set {}=VALUE\n", list_of(missing),
                         missing.front());
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
      "before it: kernel:trig, directions:iid.";
  s.positionals = {"METHOD"};
  add_set_option(s.options, "a parameter, for claims and cost: m=64 (repeatable)");
  s.options.add_options()("dim", po::value<int>()->default_value(default_dim)->value_name("D"),
                          "dimension of queries and keys, for the cost");
  add_plugins_option(s.options);
  s.run = info;
  return s;
}

}  // namespace kapprox::app
