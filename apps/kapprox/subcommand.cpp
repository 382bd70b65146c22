// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The table of subcommands, and the way from arguments to one of them.
#include "subcommand.hpp"

#include "base/text.hpp"
#include "help.hpp"
#include "options.hpp"

#include <kapprox/error.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace kapprox::app {

namespace {

const Subcommand& subcommand_of(const std::string& name) {
  const std::vector<Subcommand>& all = subcommands();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Subcommand& s) { return s.name == name; });
  if (found != all.end()) return *found;
  std::vector<std::string> names{"help"};
  for (const Subcommand& s : all) names.push_back(s.name);
  const std::string near = nearest(name, names);
  throw InputError(fmt::format(
      "subcommand is '{}', but must be {}; {}", name, list_of(names),
      near.empty() ? std::string("see kapprox --help.") : fmt::format("did you mean '{}'?", near)));
}

bool asks_for_help(std::span<const std::string> arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const std::string& a) { return a == "--help" || a == "-h"; });
}

}  // namespace

const std::vector<Subcommand>& subcommands() {
  static const std::vector<Subcommand> all{
      run_subcommand(),  check_subcommand(),  list_subcommand(), info_subcommand(),
      show_subcommand(), verify_subcommand(), new_subcommand(),  attend_subcommand()};
  return all;
}

ExitStatus dispatch(std::span<const std::string> arguments) {
  if (arguments.empty())
    throw InputError("no subcommand is given, but one must be; see kapprox --help.");
  const std::string& first = arguments.front();
  const auto rest = arguments.subspan(1);
  if (first == "--version") {
    print_version();
  } else if (first == "--help" || first == "-h" || (first == "help" && rest.empty())) {
    print_help();
  } else if (first == "help") {
    print_help_of(subcommand_of(rest.front()));
  } else {
    const Subcommand& subcommand = subcommand_of(first);
    if (!asks_for_help(rest)) return subcommand.run(parse_options(subcommand, rest));
    print_help_of(subcommand);
  }
  return ExitStatus::complete;
}

}  // namespace kapprox::app
