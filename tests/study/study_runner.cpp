// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// study_runner STUDY.toml RESULTS.h5 THREADS CHECKPOINT_SECONDS: the engine in a process of its
// own, for tests that kill it, watch its file or count its threads. Prints the report's thread
// count and content digest; ends with status 0, or 1 with the message.
#include "study/study_fixture.hpp"

#include <cstdlib>
#include <exception>

#include <fmt/format.h>

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  try {
    kapprox::RunOptions options;
    options.threads = std::atoi(argv[3]);
    options.checkpoint_seconds = std::atof(argv[4]);
    const kapprox::Plan plan =
        kapprox::make_plan(kapprox::read_study(argv[1], {}), kapprox::test_registry());
    const kapprox::RunReport report = kapprox::run_study(plan, argv[2], options);
    fmt::print("threads {}\ndigest {}\n", report.threads, report.content_digest);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
