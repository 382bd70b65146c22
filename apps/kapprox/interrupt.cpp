// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The handler does the two things a signal handler may do here: set a lock-free flag, and restore
// the default so that the next signal ends the process.
#include "interrupt.hpp"

#include <csignal>

namespace kapprox::app {

namespace {

std::atomic<bool> interrupted{false};  // a signal handler can reach nothing else
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_interrupt(int) {
  interrupted.store(true);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;  // a write to the results file is never cut short
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

}  // namespace kapprox::app
