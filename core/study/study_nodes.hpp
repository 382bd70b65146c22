// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What the study reader needs of TOML: entries of a table in file order, the place a message names,
// and a node as text. Only the study reader includes this header.
#pragma once

#include <string>
#include <vector>

#include <toml++/toml.h>

namespace kapprox {

// Where a key stands: "study.toml:12: methods.trig", or "--set: methods.trig" for a changed one,
// and its name.
struct Place {
  std::string where;
  std::string name;
};

// Throws InputError "<where>: <name> is <actual>, but must be <expected>; <advice>".
[[noreturn]] void refuse(const Place& place, const std::string& actual, const std::string& expected,
                         const std::string& advice = "change it");

struct Entry {
  std::string key;
  const toml::node* node = nullptr;
  int line = 0;  // 0: added by --set
};

// The entries of a table in file order (toml++ iterates alphabetically); entries without a place in
// the file come last.
std::vector<Entry> entries_in_file_order(const toml::table& table);

// One line of TOML: "[16, 64]", "\"iid\"", "{ from = 0.0, to = 1.0, count = 3 }". Doubles as the
// shortest text that reads back.
std::string node_text(const toml::node& node);

// The text of a string node. Throws InputError, about `place`, when it holds a control character.
std::string plain_text(const toml::node& node, const Place& place);

// For messages: "a table", "a list", or the value's text.
std::string node_words(const toml::node& node);

}  // namespace kapprox
