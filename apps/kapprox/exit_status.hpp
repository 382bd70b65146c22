// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// How the program ends: the four statuses that scripts rely on.
#pragma once

namespace kapprox::app {

enum class ExitStatus {
  complete = 0,     // all was done
  some_failed = 1,  // all was done, and some points failed
  refused = 2,      // usage, study or plugin at fault; nothing was written
  unfinished = 3,   // interrupted, partial, not writable, out of memory; the same command resumes
};

}  // namespace kapprox::app
