// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A table on a terminal: columns as wide as their widest cell, numbers to the right, text to the
// left, two spaces between. Widths count characters, not bytes ("θ" is one).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kapprox::app {

enum class Align { left, right };

class Table {
 public:
  explicit Table(const std::vector<std::pair<std::string, Align>>& columns);

  void add_row(std::vector<std::string> cells);  // one per column
  std::string text() const;                      // heading, rule, rows; every line ends with \n

 private:
  std::string line(const std::vector<std::string>& cells) const;

  std::vector<Align> alignments_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;  // the heading first
};

// Four significant digits, shortest form: "0.5", "1.234e-08", "6.7e+11"; NaN is "-".
std::string number_text(double value);

// "1 config", "2 configs".
std::string count_text(std::int64_t count, const std::string& noun);

}  // namespace kapprox::app
