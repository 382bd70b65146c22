// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Plugin loading for the subcommands.
#include "plugins.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

namespace kapprox::app {

std::string Plugins::version_of(const std::string& plugin) const {
  for (const LoadedPlugin& loaded : report.loaded)
    if (loaded.name == plugin) return loaded.version;
  return {};
}

std::string Plugins::blamed(const std::string& missing) const {
  std::string message = missing;
  if (report.refused.empty()) return message;
  if (message.back() != '.' && message.back() != '?') message += '.';
  message += " A plugin that may have it was refused:";
  for (const RefusedPlugin& refused : report.refused) message += " " + refused.reason;
  return message;
}

Plugins load_plugins(const std::vector<std::filesystem::path>& folders) {
  Plugins plugins;
  plugins.report = load_plugin_folders(plugins.registry, plugin_folders(folders));
  return plugins;
}

Plugins load_plugins_after(const std::filesystem::path& file,
                           const std::vector<std::filesystem::path>& folders) {
  Plugins plugins;
  const LoadedPlugin first = load_plugin(plugins.registry, file);
  plugins.report = load_plugin_folders(plugins.registry, plugin_folders(folders));
  plugins.report.loaded.insert(plugins.report.loaded.begin(), first);
  // The folders may hold the very same file.
  std::erase_if(plugins.report.refused, [&](const RefusedPlugin& refused) {
    std::error_code error;
    return std::filesystem::equivalent(refused.file, file, error);
  });
  return plugins;
}

void warn_of_refused(const Plugins& plugins) {
  for (const RefusedPlugin& refused : plugins.report.refused)
    fmt::print(stderr, "kapprox: warning: {}\n", refused.reason);
}

Plan plan_study(const std::filesystem::path& study, const std::vector<std::string>& changes,
                const Plugins& plugins) {
  Study read = read_study(study, changes);
  const bool something_missing =
      std::any_of(read.methods.begin(), read.methods.end(), [&](const MethodAxes& axes) {
        return plugins.registry.find(study_kind(read.kind)->method_kind(), axes.method) == nullptr;
      });
  try {
    Plan plan = make_plan(std::move(read), plugins.registry);
    warn_of_refused(plugins);
    return plan;
  } catch (const InputError& e) {
    if (plugins.report.refused.empty()) throw;
    if (something_missing) throw InputError(plugins.blamed(e.what()));
    warn_of_refused(plugins);
    throw;
  }
}

}  // namespace kapprox::app
