// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Table layout.
#include "table.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kapprox::app {

namespace {

// Code points of UTF-8 text: bytes that do not continue one.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

}  // namespace

Table::Table(const std::vector<std::pair<std::string, Align>>& columns) {
  std::vector<std::string> heading;
  for (const auto& [name, align] : columns) {
    heading.push_back(name);
    alignments_.push_back(align);
  }
  widths_.resize(heading.size(), 0);
  add_row(std::move(heading));
}

void Table::add_row(std::vector<std::string> cells) {
  check_size("cells", static_cast<Index>(cells.size()), static_cast<Index>(widths_.size()));
  for (std::size_t i = 0; i < cells.size(); ++i)
    widths_[i] = std::max(widths_[i], width_of(cells[i]));
  rows_.push_back(std::move(cells));
}

std::string Table::line(const std::vector<std::string>& cells) const {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += "  ";
    const std::string pad(widths_[i] - width_of(cells[i]), ' ');
    out += alignments_[i] == Align::left ? cells[i] + pad : pad + cells[i];
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out + '\n';
}

std::string Table::text() const {
  std::vector<std::string> rule;
  for (const std::size_t width : widths_) rule.emplace_back(width, '-');
  std::string out = line(rows_.front()) + line(rule);
  for (std::size_t i = 1; i < rows_.size(); ++i) out += line(rows_[i]);
  return out;
}

std::string number_text(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.4g}", value);
}

std::string count_text(std::int64_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace kapprox::app
