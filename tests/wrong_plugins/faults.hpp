// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A wrong plugin, the checks of the conformance kit that must fail on it, and those that do.
#pragma once

#include "loading/loader.hpp"
#include "verify/verify.hpp"

#include <filesystem>
#include <ostream>
#include <set>
#include <string>

namespace kapprox {

using Checks = std::set<std::string>;

struct Fault {
  std::string plugin;
  Kind kind;
  std::string method;
  Checks failing;
};

inline std::ostream& operator<<(std::ostream& out, const Fault& fault) {
  return out << fault.plugin << "/" << fault.method;
}

inline VerifyReport report_on(const std::string& plugin, Kind kind, const std::string& method) {
  Registry registry;
  load_plugin_folders(registry, plugin_folders({}));
  load_plugin(registry, std::filesystem::path(KAPPROX_WRONG_PLUGINS) / (plugin + ".so"));
  VerifyOptions options;
  options.trials = 1000;
  return verify_method(registry, *registry.find(kind, method), options);
}

inline Checks failing(const VerifyReport& report) {
  Checks checks;
  for (const Finding& finding : report.findings)
    if (finding.verdict == Verdict::failed) checks.insert(finding.check);
  return checks;
}

}  // namespace kapprox
