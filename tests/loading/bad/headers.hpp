// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Headers that lie, and traces of code that ran. The plugins of this folder are wrong on purpose.
#pragma once

#include <kapprox/plugin.hpp>

#include <cstdint>
#include <cstdlib>
#include <fstream>

namespace kapprox::bad {

// An honest header but for the API number and the size it states.
constexpr kapprox_plugin_header header(std::uint32_t api_number, std::uint32_t header_size) {
  return {"kapprox",
          header_size,
          api_number,
          sizeof(Registry),
          sizeof(RandomFeatureMap),
          __VERSION__,
          __GXX_ABI_VERSION,
          _GLIBCXX_USE_CXX11_ABI,
          "bad",
          "1.0"};
}

// Appends `what` to the file that KAPPROX_TEST_TRACE names.
inline bool leave_trace(const char* what) {
  const char* file = std::getenv("KAPPROX_TEST_TRACE");
  if (file != nullptr) std::ofstream(file, std::ios::app) << what << '\n';
  return true;
}

// A static initialiser, which plugins must not have: it runs as soon as the library is loaded. Not
// inline: inline variables are one for the whole process, however many libraries define them.
[[maybe_unused]] static const bool traced = leave_trace("static initialiser");

}  // namespace kapprox::bad
