// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Where plugins are looked for, and the walk over a folder.
#include "loading/loader.hpp"

#include <kapprox/error.hpp>
#include <kapprox/plugin.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

namespace kapprox {
namespace {

// An address inside libkapprox.so tells where it was loaded from.
std::filesystem::path own_library() {
  Dl_info info{};
  const auto address = reinterpret_cast<const void*>(&plugin_folders);
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr)
    throw Error("plugin_folders: the running libkapprox.so has no file, but must have one.");
  return std::filesystem::canonical(info.dli_fname);
}

std::vector<std::filesystem::path> libraries_in(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder))
    throw InputError(fmt::format(
        "plugins: the folder {} does not exist, but must hold plugin libraries; check --plugins "
        "and KAPPROX_PLUGIN_PATH.",
        folder.string()));
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".so") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

LoadReport load_plugin_folders(Registry& registry,
                               const std::vector<std::filesystem::path>& folders) {
  LoadReport report;
  std::set<std::filesystem::path> seen;
  for (const std::filesystem::path& folder : folders) {
    for (const std::filesystem::path& file : libraries_in(folder)) {
      if (!seen.insert(std::filesystem::weakly_canonical(file)).second) continue;
      try {
        report.loaded.push_back(load_plugin(registry, file));
      } catch (const InputError& cause) {
        report.refused.push_back({file, cause.what()});
      }
    }
  }
  return report;
}

std::vector<std::filesystem::path> plugin_folders(const std::vector<std::filesystem::path>& extra) {
  std::vector<std::filesystem::path> folders = {own_library().parent_path() / "kapprox" /
                                                "plugins"};
  const char* variable = std::getenv("KAPPROX_PLUGIN_PATH");
  std::string_view rest = variable != nullptr ? variable : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    if (!folder.empty()) folders.emplace_back(folder);
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
  }
  folders.insert(folders.end(), extra.begin(), extra.end());
  return folders;
}

}  // namespace kapprox
