// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A results file as rows: every variable, whatever its dimensions, answers for a point (config,
// case). What varies is told from what is the same everywhere, so that tables stay narrow.
#pragma once

#include "io/dataset.hpp"

#include <kapprox/types.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace kapprox::app {

struct Point {
  Index config = 0;
  Index of_case = 0;
};

class ResultsView {
 public:
  // Throws IoError when the file cannot be opened, InputError when it holds no results.
  explicit ResultsView(const std::filesystem::path& path);

  Index config_count() const { return config_count_; }
  Index case_count() const { return case_count_; }

  bool has(const std::string& column) const;
  bool is_text(const std::string& column) const;
  double number(const std::string& column, Point point) const;     // NaN when absent or text
  std::string text(const std::string& column, Point point) const;  // numbers in shortest form
  std::string attribute(const std::string& name) const;            // of the root; "" when absent

  // What --columns and --sort may name: "config" and every variable of the root.
  std::vector<std::string> columns() const;
  // Coordinates along `case` that are neither the same in every case nor equal to an earlier one,
  // in the file's order.
  std::vector<std::string> varying_coordinates() const;
  // Short names of the configs, by config.
  const std::vector<std::string>& names() const { return names_; }

 private:
  const Variable* variable(const std::string& name) const;
  std::vector<std::string> make_names() const;

  Group root_;
  Index config_count_ = 0;
  Index case_count_ = 0;
  std::vector<std::string> names_;
};

}  // namespace kapprox::app
