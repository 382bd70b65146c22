// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A subcommand is data: its name, its usage, its options and the function that does it. One table
// holds them all; dispatching, help and "did you mean" read that table.
#pragma once

#include "exit_status.hpp"

#include <span>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

namespace kapprox::app {

using Options = boost::program_options::variables_map;

struct Subcommand {
  std::string name;
  std::string summary;                   // one line for `kapprox --help`
  std::string usage;                     // "kapprox run STUDY.toml -o RESULTS.h5 [options]"
  std::string details;                   // what `kapprox help NAME` says below the usage
  std::vector<std::string> positionals;  // required arguments, as named in the usage
  boost::program_options::options_description options{"options"};
  ExitStatus (*run)(const Options&) = nullptr;
};

// One per file of this folder.
Subcommand run_subcommand();
Subcommand check_subcommand();
Subcommand list_subcommand();
Subcommand info_subcommand();
Subcommand show_subcommand();
Subcommand verify_subcommand();
Subcommand new_subcommand();
Subcommand attend_subcommand();

// In the order of the help.
const std::vector<Subcommand>& subcommands();

// Does what the arguments (without the program's name) ask for. Throws InputError on wrong usage.
ExitStatus dispatch(std::span<const std::string> arguments);

}  // namespace kapprox::app
