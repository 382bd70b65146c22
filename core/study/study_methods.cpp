// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A method's table from a study, or from --set alone: the same values, the same sentences.
#include "study/study_methods.hpp"

#include "study/study_axes.hpp"

#include <fmt/format.h>

namespace kapprox {

namespace {

// Where the table's own faults and the faults of its keys are said to be.
struct Openings {
  std::string table;  // "study.toml:12: methods.trig", or "info: trig"
  std::string path;   // "methods.trig", or "trig"
};

void read_axes(const toml::table& table, const StudySource& source, const Openings& openings,
               std::vector<std::pair<std::string, std::string>>& flat, MethodAxes& method) {
  method.where = openings.table;
  std::int64_t configs = 1;
  for (const Entry& entry : entries_in_file_order(table)) {
    flat.emplace_back(openings.path + "." + entry.key, node_text(*entry.node));
    if (entry.key == "method" || entry.key == "label") continue;
    const Place at{fmt::format("{}: {}", source.place_of(entry), openings.path), entry.key};
    if (entry.key == "budget") {
      method.budget = read_budget(*entry.node, at);
      configs = combined(configs, static_cast<std::int64_t>(method.budget->limits.size()), at);
      continue;
    }
    const toml::array* list = entry.node->as_array();
    method.axes.push_back({entry.key, read_axis(*entry.node, at), at.where,
                           list == nullptr ? -1 : static_cast<std::int64_t>(list->size())});
    configs = combined(configs, static_cast<std::int64_t>(method.axes.back().values.size()), at);
  }
}

}  // namespace

MethodAxes read_method_table(const toml::table& table, const StudySource& source,
                             std::vector<std::pair<std::string, std::string>>& flat) {
  const std::string place = source.place_of(table);
  if (!table["method"].is_string())
    refuse({place + ": methods", "method"},
           table.contains("method") ? node_words(*table.get("method")) : "missing",
           "the name of a method", "see kapprox list");
  MethodAxes method;
  method.method = *table["method"].value<std::string>();
  method.label = label_of(table);
  if (table.contains("label") && method.label.empty())
    refuse({place + ": methods." + method.method, "label"}, node_words(*table.get("label")),
           "a text that is not empty", "change or remove it");
  plain_text(*table.get(table.contains("label") ? "label" : "method"),
             {place + ": methods", "label"});
  const std::string path = "methods." + method.label;
  read_axes(table, source, {fmt::format("{}: {}", place, path), path}, flat, method);
  return method;
}

MethodAxes read_method_changes(const std::string& method, const std::vector<std::string>& changes,
                               const std::string& where) {
  const StudySource source = StudySource::of_method(method, changes);
  std::vector<std::pair<std::string, std::string>> flat;
  MethodAxes axes;
  axes.method = axes.label = method;
  read_axes(source.root(), source, {fmt::format("{}: {}", where, method), method}, flat, axes);
  return axes;
}

}  // namespace kapprox
