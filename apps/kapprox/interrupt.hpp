// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Ctrl-C and SIGTERM ask a run to end in good order; a second Ctrl-C ends it at once.
#pragma once

#include <atomic>

namespace kapprox::app {

// Installs the handlers and returns the flag that the first signal sets.
const std::atomic<bool>& catch_interrupts();

}  // namespace kapprox::app
