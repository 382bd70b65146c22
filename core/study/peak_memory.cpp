// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Linux: the high-water mark of the resident set (VmHWM), reset before and read after.
#include "study/peak_memory.hpp"

#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include <malloc.h>

namespace kapprox {

namespace {

// A line of /proc/self/status, in bytes; NaN where there is none.
double status_bytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(name + ":", 0) != 0) continue;
    std::istringstream words(line.substr(name.size() + 1));
    double kilobytes = 0.0;
    words >> kilobytes;
    constexpr double bytes_per_kilobyte = 1024.0;
    if (words) return kilobytes * bytes_per_kilobyte;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

// False where the system has no such switch.
bool reset_peak() {
  std::ofstream switches("/proc/self/clear_refs");
  switches << "5" << std::flush;  // 5: the high-water mark becomes what is resident now
  return switches.good();
}

}  // namespace

double peak_bytes(const std::function<void()>& body) {
  malloc_trim(0);  // freed memory would be used again unseen
  const bool is_reset = reset_peak();
  const double before = status_bytes("VmRSS");
  body();
  return is_reset ? status_bytes("VmHWM") - before : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace kapprox
