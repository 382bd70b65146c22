// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/study_nodes.hpp"

#include <kapprox/error.hpp>

#include "base/text.hpp"

#include <algorithm>
#include <limits>
#include <sstream>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

std::string array_text(const toml::array& array) {
  std::string text = "[";
  for (const toml::node& element : array) {
    if (text.size() > 1) text += ", ";
    text += node_text(element);
  }
  return text + "]";
}

std::string table_text(const toml::table& table) {
  std::string text = "{ ";
  for (const Entry& entry : entries_in_file_order(table)) {
    if (text.size() > 2) text += ", ";
    text += entry.key + " = " + node_text(*entry.node);
  }
  return text + " }";
}

}  // namespace

void refuse(const Place& place, const std::string& actual, const std::string& expected,
            const std::string& advice) {
  throw InputError(fmt::format("{}: {} is {}, but must be {}; {}", place.where, place.name, actual,
                               expected, advice));
}

std::vector<Entry> entries_in_file_order(const toml::table& table) {
  using Position = std::pair<unsigned, unsigned>;
  std::vector<std::pair<Position, Entry>> placed;
  for (auto it = table.cbegin(); it != table.cend(); ++it) {
    const toml::source_position begin = it->first.source().begin;
    constexpr unsigned last = std::numeric_limits<unsigned>::max();
    const Position position = begin ? Position(begin.line, begin.column) : Position(last, last);
    placed.push_back(
        {position, {std::string(it->first.str()), &it->second, static_cast<int>(begin.line)}});
  }
  std::stable_sort(placed.begin(), placed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Entry> entries;
  entries.reserve(placed.size());
  for (const auto& item : placed) entries.push_back(item.second);
  return entries;
}

std::string node_text(const toml::node& node) {
  if (const toml::table* table = node.as_table()) return table_text(*table);
  if (const toml::array* array = node.as_array()) return array_text(*array);
  if (const auto* real = node.as_floating_point()) {
    const std::string text = shortest(real->get());
    return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
  }
  if (const auto* integer = node.as_integer()) return fmt::format("{}", integer->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  if (const auto* text = node.as_string()) return fmt::format("\"{}\"", text->get());
  std::ostringstream other;  // dates and times
  node.visit([&other](const auto& value) { other << value; });
  return other.str();
}

std::string plain_text(const toml::node& node, const Place& place) {
  std::string text = *node.value<std::string>();
  if (has_control(text))
    refuse(place, "a text with a control character", "a text without one", "remove the character");
  return text;
}

std::string node_words(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array()) return node.as_array()->empty() ? "an empty list" : "a list";
  return node_text(node);
}

}  // namespace kapprox
