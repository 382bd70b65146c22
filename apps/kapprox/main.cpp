// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The program's entry: prepares the process, hands over to a subcommand, and turns whatever is
// thrown into one sentence and an exit status.
#include "exit_status.hpp"
#include "io/dataset.hpp"
#include "subcommand.hpp"

#include <kapprox/error.hpp>

#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using kapprox::app::ExitStatus;

// The first touch of a fresh page costs far more than the arithmetic of a trial on it, and by
// default glibc gives freed blocks back and fetches fresh pages for the next trial. These settings
// keep freed memory: 32 MiB is the largest threshold glibc accepts for mapping blocks one by one.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

// Beyond the machine's memory an allocation shall fail, so that a sentence ends the program and not
// the kernel. What is mapped now is not counted: sanitizers map more than any machine has.
void limit_memory() {
  std::ifstream pages("/proc/self/statm");
  rlim_t mapped = 0;
  for (int field = 0; field < 6; ++field) pages >> mapped;  // the sixth: data and stack
  const long memory = sysconf(_SC_PHYS_PAGES);
  rlimit limit = {};
  if (!pages || memory <= 0 || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const rlim_t most =
      (mapped + static_cast<rlim_t>(memory)) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  if (limit.rlim_cur <= most) return;
  limit.rlim_cur = most;
  setrlimit(RLIMIT_DATA, &limit);
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
    limit_memory();
    std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the allowed size: writing fails and is said
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
  } catch (const std::bad_alloc&) {
    return report(
        ExitStatus::unfinished,
        "memory ran out, but the study must fit in it; ask for fewer points, a smaller m, "
        "dim or keep, or use fewer --threads.");
  } catch (const std::exception& e) {
    return report(ExitStatus::unfinished, e.what());
  }
}
