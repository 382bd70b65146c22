// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Loads plugins: dlopen(RTLD_NOW | RTLD_LOCAL), compare the header, then enrol; never unload.
#pragma once

#include <kapprox/registry.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace kapprox {

struct LoadedPlugin {
  std::filesystem::path file;
  std::string name;
  std::string version;
  std::string compiler;  // the one that built it
};

struct RefusedPlugin {
  std::filesystem::path file;
  std::string reason;  // one sentence that names the file and the cause
};

struct LoadReport {
  std::vector<LoadedPlugin> loaded;
  std::vector<RefusedPlugin> refused;
};

// Loads one library into the registry. Throws InputError with the reason when it is refused; the
// registry is then unchanged.
LoadedPlugin load_plugin(Registry& registry, const std::filesystem::path& file);

// Loads every *.so of the folders, in sorted order; a refused file does not stop the others.
// A folder that does not exist is an InputError.
LoadReport load_plugin_folders(Registry& registry,
                               const std::vector<std::filesystem::path>& folders);

// <prefix>/lib/kapprox/plugins beside the running libkapprox.so, then KAPPROX_PLUGIN_PATH (colon
// separated), then `extra` (--plugins).
std::vector<std::filesystem::path> plugin_folders(const std::vector<std::filesystem::path>& extra);

}  // namespace kapprox
