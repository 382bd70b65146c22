// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The program's entry: prepares the process, hands over to a subcommand, and turns whatever is
// thrown into one sentence and an exit status.
#include "exit_status.hpp"
#include "io/dataset.hpp"
#include "subcommand.hpp"

#include <kapprox/error.hpp>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>

namespace {

using kapprox::app::ExitStatus;

// The first touch of a fresh page costs far more than the arithmetic of a trial on it, and by
// default glibc gives freed blocks back and fetches fresh pages for the next trial. These settings
// keep freed memory: 32 MiB is the largest threshold glibc accepts for mapping blocks one by one.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

int report(ExitStatus status, const std::string& message) {
  std::fflush(stdout);
  const bool ended =
      !message.empty() && std::string(".?!").find(message.back()) != std::string::npos;
  fmt::print(stderr, "kapprox: {}{}\n", message, ended ? "" : ".");
  return static_cast<int>(status);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    keep_freed_memory();
    kapprox::check_hdf5_version();  // another HDF5 may end the process at its first call
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    const ExitStatus status = kapprox::app::dispatch(arguments);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      throw kapprox::IoError("standard output cannot be written; make room or name another place.");
    return static_cast<int>(status);
  } catch (const kapprox::IoError& e) {
    return report(ExitStatus::unfinished, e.what());
  } catch (const kapprox::Error& e) {
    return report(ExitStatus::refused, e.what());
  } catch (const std::exception& e) {
    return report(ExitStatus::unfinished, e.what());
  }
}
