// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The help and the version texts.
#pragma once

#include "subcommand.hpp"

namespace kapprox::app {

void print_version();
void print_help();
void print_help_of(const Subcommand& subcommand);

}  // namespace kapprox::app
