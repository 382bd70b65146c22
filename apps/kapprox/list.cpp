// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// kapprox list: the methods of all loaded plugins by kind, and the input sources with their keys.
#include "inputs/inputs.hpp"
#include "options.hpp"
#include "plugins.hpp"
#include "subcommand.hpp"
#include "table.hpp"

#include <fmt/format.h>

namespace kapprox::app {

namespace {

void print_methods(const Plugins& plugins) {
  Table table({{"kind", Align::left},
               {"method", Align::left},
               {"summary", Align::left},
               {"plugin", Align::left}});
  for (const MethodEntry* entry : plugins.registry.all())
    table.add_row({std::string(kind_name(entry->kind)), entry->name, entry->summary,
                   fmt::format("{} {}", entry->plugin, plugins.version_of(entry->plugin))});
  fmt::print("{}", table.text());
}

void print_sources() {
  Table table({{"input source", Align::left}, {"key", Align::left}, {"meaning", Align::left}});
  for (const SourceHelp& help : input_sources()) {
    std::string source = help.source;
    for (const auto& [key, meaning] : help.keys) {
      table.add_row({source, key, meaning});
      source.clear();
    }
  }
  fmt::print("{}", table.text());
}

ExitStatus list(const Options& options) {
  const Plugins plugins = load_plugins(plugin_arguments(options));
  print_methods(plugins);
  fmt::print("\n");
  print_sources();
  std::fflush(stdout);
  warn_of_refused(plugins);
  return ExitStatus::complete;
}

}  // namespace

Subcommand list_subcommand() {
  Subcommand s;
  s.name = "list";
  s.summary = "methods and input sources there are";
  s.usage = "kapprox list [options]";
  s.details = "Prints every method of every plugin found, and every input source with its keys.";
  add_plugins_option(s.options);
  s.run = list;
  return s;
}

}  // namespace kapprox::app
