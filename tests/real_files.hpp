// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The heads of trained models that tests read: those of data/, and further ones, too large or too
// special to ship: export KAPPROX_EXTRA_DATA=/their/folder.
#pragma once

#include "io/arrays.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace kapprox {

inline const std::filesystem::path own_data = KAPPROX_SOURCE_DIR "/data";

// Null where the variable is not set.
inline const char* extra_data() { return std::getenv("KAPPROX_EXTRA_DATA"); }

// Every qkv/1 file of a folder.
inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".h5" &&
        ArrayFile(entry.path()).text_attribute("layout") == "qkv/1")
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace kapprox
