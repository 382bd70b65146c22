// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Reading options: every fault becomes one sentence that names the subcommand, the option and what
// to do. Options that several subcommands take are declared here once.
#pragma once

#include "subcommand.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace kapprox::app {

// Throws InputError: unknown option (with the nearest), missing value or argument, bad number.
Options parse_options(const Subcommand& subcommand, std::span<const std::string> arguments);

// --set KEY=VALUE and --plugins DIR, both repeatable; --threads N.
void add_set_option(boost::program_options::options_description& options, const char* help);
void add_plugins_option(boost::program_options::options_description& options);
void add_threads_option(boost::program_options::options_description& options, const char* help);

// Values; empty where the option was not given.
std::vector<std::string> texts(const Options& options, const std::string& name);
std::string text(const Options& options, const std::string& name);
std::vector<std::filesystem::path> plugin_arguments(const Options& options);
// The value of --threads: 0 where not given. Throws InputError outside [1, 1024].
int thread_argument(const Options& options);

}  // namespace kapprox::app
