// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Loads the plugins a subcommand works with, and words what became of the refused ones: a warning,
// unless something asked for is missing, when they are the likely cause.
#pragma once

#include "loading/loader.hpp"
#include "study/plan.hpp"

#include <kapprox/registry.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace kapprox::app {

struct Plugins {
  Registry registry;
  LoadReport report;

  std::string version_of(const std::string& plugin) const;  // empty when not loaded
  // A message about something missing, with the reason of every refused plugin after it.
  std::string blamed(const std::string& missing) const;
};

// Throws InputError when one of `folders` (--plugins) does not exist.
Plugins load_plugins(const std::vector<std::filesystem::path>& folders);

// The same, after the one library `file`: its methods come first, so a plugin of the folders that
// has one of the same name is refused. Throws InputError when `file` is refused.
Plugins load_plugins_after(const std::filesystem::path& file,
                           const std::vector<std::filesystem::path>& folders);

// One line per refused plugin on standard error.
void warn_of_refused(const Plugins& plugins);

// read_study and make_plan; a method that no loaded plugin has is blamed on the refused ones too.
Plan plan_study(const std::filesystem::path& study, const std::vector<std::string>& changes,
                const Plugins& plugins);

}  // namespace kapprox::app
