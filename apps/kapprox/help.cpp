// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Help is made from the table of subcommands and their declared options: there is nothing to keep
// in step by hand.
#include "help.hpp"

#include "io/dataset.hpp"
#include "numeric/blas.hpp"

#include <sstream>

#include <fmt/format.h>

namespace kapprox::app {

void print_version() {
  const BlasInfo blas = blas_info();
  fmt::print("kapprox {}\nHDF5 {} (built with {})\nBLAS {}, kernels for {}, {}\n", KAPPROX_VERSION,
             hdf5_library_version(), hdf5_header_version(), blas.config, blas.core, blas.parallel);
}

void print_help() {
  fmt::print(
      "kapprox measures approximations of the softmax kernel exp(q·k): bias and variance of each\n"
      "method by Monte Carlo, beside what theory says.\n\nsubcommands\n");
  for (const Subcommand& s : subcommands()) fmt::print("  {:<7} {}\n", s.name, s.summary);
  fmt::print("  {:<7} {}\n", "help", "what a subcommand takes: kapprox help run");
  fmt::print(
      "\nalso --version and --help\n\n"
      "exit status: 0 complete, 1 some points or checks failed, 2 usage or study error (nothing\n"
      "written), 3 interrupted, partial, not writable or out of memory (the same command "
      "resumes)\n");
}

void print_help_of(const Subcommand& subcommand) {
  std::ostringstream options;
  options << subcommand.options;
  fmt::print("{}\n\n{}\n\n{}", subcommand.usage, subcommand.details, options.str());
}

}  // namespace kapprox::app
