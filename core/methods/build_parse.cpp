// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Values from the command line, read as TOML would read them, except that a word needs no quotes.
#include "methods/build.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace kapprox {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "1_000" → "1000": an underscore counts only between digits.
std::string without_separators(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool between =
        i > 0 && i + 1 < text.size() && is_digit(text[i - 1]) && is_digit(text[i + 1]);
    if (text[i] != '_' || !between) plain += text[i];
  }
  return plain;
}

// The whole text as one number, or nothing.
template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Values between commas; blanks around them do not count. No lists inside of lists.
GivenValue parse_list(const std::string& text) {
  const auto list = std::make_shared<GivenList>();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const std::size_t first = std::min(text.find_first_not_of(' ', begin), comma);
    std::size_t last = comma;
    while (last > first && text[last - 1] == ' ') --last;
    list->values.push_back(parse_value(text.substr(first, last - first)));
    begin = comma + 1;
  }
  return list;
}

}  // namespace

GivenValue parse_value(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return text.substr(1, text.size() - 2);
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
    return parse_list(text.substr(1, text.size() - 2));
  // A digit is asked for, because from_chars would read the words "inf" and "nan" as numbers.
  if (text.find_first_of("0123456789") != std::string::npos) {
    const std::string plain = without_separators(text);
    if (const auto integer = number<std::int64_t>(plain)) return *integer;
    if (const auto real = number<double>(plain)) return *real;
  }
  return text;
}

}  // namespace kapprox
