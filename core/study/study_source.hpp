// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A study file as a TOML tree with --set changes applied, and where each key came from. Only the
// study reader includes this header.
#pragma once

#include "study/study_nodes.hpp"

#include <map>
#include <string>
#include <vector>

namespace kapprox {

class StudySource {
 public:
  // Throws InputError: one sentence with file and line where `text` is no TOML, or naming the
  // change that has no "key=value" form or no place in the study. A change takes a top-level key,
  // "inputs.KEY" ("inputs.INDEX.KEY" for [[inputs]], counted from 0), or "methods.LABEL.KEY".
  StudySource(const std::string& text, std::string file, const std::vector<std::string>& changes);

  // The table of one method, with changes "KEY=VALUE" of that table.
  static StudySource of_method(const std::string& method, const std::vector<std::string>& changes);

  const toml::table& root() const { return root_; }

  // "study.toml:12", or "--set m=64" where that change put the node there.
  std::string place_of(const Entry& entry) const;
  // The same for a table of an array of tables.
  std::string place_of(const toml::node& node) const;
  bool is_changed(const Entry& entry) const { return changed_.count(entry.node) > 0; }

 private:
  StudySource() = default;
  void apply(const std::string& change);
  toml::table& find_table(const std::string& path, const std::string& change, std::string& key);
  toml::table& descend(toml::table* table, std::string rest, const std::string& change,
                       std::string& key);

  std::string file_;
  toml::table root_;
  bool is_method_ = false;  // the root is a method's table, not a study
  std::map<const toml::node*, std::string> changed_;
};

// The label of a [[methods]] table: its label, or else its method, or "" where neither is text.
std::string label_of(const toml::table& method);

// "did you mean 'trials'?", or `otherwise` where nothing is near.
std::string did_you_mean(const std::string& given, const std::vector<std::string>& known,
                         const std::string& otherwise);

}  // namespace kapprox
