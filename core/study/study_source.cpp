// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/study_source.hpp"

#include <kapprox/error.hpp>

#include "base/text.hpp"
#include "io/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

[[noreturn]] void refuse_change(const std::string& change, const std::string& why) {
  throw InputError(fmt::format("--set {}: {}", change, why));
}

// "64", "[16, 64]" and "true" as TOML; a bare word as text.
toml::table parse_change(const std::string& value, const std::string& change) {
  try {
    toml::table table = toml::parse("value = " + value);
    if (table.size() == 1) return table;
  } catch (const toml::parse_error&) {
    const bool quoted = value.find_first_of("[{\"'") == 0;
    if (!quoted && !value.empty() && value.find('\n') == std::string::npos)
      return toml::table{{"value", value}};
  }
  refuse_change(change, fmt::format("the value is '{}', but must be a number, a word, true, false, "
                                    "a list like [16, 64], or a table like {{ method = \"trig\", m "
                                    "= 8 }}; put quotes around the change for the shell",
                                    value));
}

std::pair<std::string, std::string> cut(const std::string& text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string::npos) return {text, ""};
  return {text.substr(0, at), text.substr(at + 1)};
}

toml::table& indexed_table(toml::array& tables, const std::string& index,
                           const std::string& change) {
  std::size_t number = tables.size();
  const auto read = std::from_chars(index.data(), index.data() + index.size(), number);
  const bool whole = read.ec == std::errc() && read.ptr == index.data() + index.size();
  if (!whole || number >= tables.size() || !tables[number].is_table())
    refuse_change(change, fmt::format("'{}' is no table of [[inputs]], but must be a number from 0 "
                                      "to {}; name one, as in inputs.0.dim",
                                      index, tables.size() - 1));
  return *tables[number].as_table();
}

toml::table& labelled_table(toml::array& tables, std::string& rest, const std::string& change) {
  std::vector<std::string> labels;
  for (toml::node& node : tables) {
    if (!node.is_table()) continue;
    const std::string label = label_of(*node.as_table());
    if (!label.empty() && rest.size() > label.size() && rest[label.size()] == '.' &&
        rest.compare(0, label.size(), label) == 0) {
      rest.erase(0, label.size() + 1);
      return *node.as_table();
    }
    labels.push_back(label);
  }
  const std::string given = cut(rest, '.').first;
  if (std::find(labels.begin(), labels.end(), given) != labels.end())
    refuse_change(change,
                  fmt::format("the key is 'methods.{0}', but must name a parameter too; add "
                              "it, as in methods.{0}.m=64",
                              given));
  refuse_change(change, fmt::format("'{}' is no label of this study, but must be {}; {}", given,
                                    list_of(labels), did_you_mean(given, labels, "change it")));
}

}  // namespace

StudySource::StudySource(const std::string& text, std::string file,
                         const std::vector<std::string>& changes)
    : file_(std::move(file)) {
  try {
    root_ = toml::parse(text, file_);
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    std::replace(what.begin(), what.end(), '\n', ' ');
    throw InputError(fmt::format("{}:{}: the file is not valid TOML at column {}: {}", file_,
                                 error.source().begin.line, error.source().begin.column, what));
  }
  for (const std::string& change : changes) apply(change);
}

StudySource StudySource::of_method(const std::string& method,
                                   const std::vector<std::string>& changes) {
  StudySource source;
  source.is_method_ = true;
  source.root_.insert_or_assign("method", method);
  for (const std::string& change : changes) source.apply(change);
  return source;
}

void StudySource::apply(const std::string& change) {
  if (has_control(change))
    refuse_change("…",
                  "the change holds a control character, but must be text without one; remove "
                  "it");
  if (valid_utf8(change) != change)
    refuse_change(
        "…",
        "the change holds bytes that are not UTF-8, but must be UTF-8 text; write it in UTF-8");
  const std::size_t equals = change.find('=');
  if (equals == std::string::npos || equals == 0)
    refuse_change(change, fmt::format("the change has no '=' after a name, but must be NAME=VALUE; "
                                      "write one, as in {}",
                                      is_method_ ? "m=64" : "trials=1000"));
  toml::table value = parse_change(change.substr(equals + 1), change);
  std::string key;
  toml::table& table = find_table(change.substr(0, equals), change, key);
  table.insert_or_assign(key, *value.get("value"));
  changed_[table.get(key)] = change;
}

toml::table& StudySource::find_table(const std::string& path, const std::string& change,
                                     std::string& key) {
  if (is_method_) return descend(&root_, path, change, key);
  const std::string head = cut(path, '.').first;
  std::string rest = cut(path, '.').second;
  toml::table* table = &root_;
  if (rest.empty()) {
    if (head == "inputs" || head == "methods")
      refuse_change(change,
                    fmt::format("'{}' is a table, but must be one of its keys; name one, as in {}",
                                head, head == "inputs" ? "inputs.dim" : "methods.trig.m"));
    key = head;
    return root_;
  }
  toml::node* node = root_.get(head);
  if ((head != "inputs" && head != "methods") || node == nullptr)
    refuse_change(change,
                  fmt::format("'{}' is no table of this study, but must be inputs or "
                              "methods; {}",
                              head, did_you_mean(head, {"inputs", "methods"}, "change it")));
  if (toml::array* tables = node->as_array()) {
    if (head == "methods") {
      table = &labelled_table(*tables, rest, change);
    } else {
      table = &indexed_table(*tables, cut(rest, '.').first, change);
      rest = cut(rest, '.').second;
    }
  } else if (node->is_table()) {
    table = node->as_table();
  }
  return descend(table, rest, change, key);
}

// Into nested method tables. A method given by its name alone becomes a table of that name; one
// that is not given yet begins with its `method`.
toml::table& StudySource::descend(toml::table* table, std::string rest, const std::string& change,
                                  std::string& key) {
  while (rest.find('.') != std::string::npos) {
    const std::string step = cut(rest, '.').first;
    rest = cut(rest, '.').second;
    toml::node* inner = table->get(step);
    if (inner != nullptr && inner->is_string()) {
      table->insert_or_assign(step, toml::table{{"method", inner->ref<std::string>()}});
      inner = table->get(step);
    }
    if (inner == nullptr && rest == "method") {
      table->insert_or_assign(step, toml::table{});
      inner = table->get(step);
    }
    if (inner == nullptr || !inner->is_table())
      refuse_change(change,
                    fmt::format("'{}' is {}, but must be a method to have parameters; name it "
                                "first, as in {}.method=NAME",
                                step, inner == nullptr ? "not given" : node_words(*inner), step));
    changed_[inner] = change;
    table = inner->as_table();
  }
  if (rest.empty())
    refuse_change(change, "the key ends in '.', but must name a value; add its name");
  key = rest;
  return *table;
}

std::string StudySource::place_of(const Entry& entry) const {
  const auto found = changed_.find(entry.node);
  if (found != changed_.end()) return "--set " + found->second;
  return fmt::format("{}:{}", file_, entry.line);
}

std::string StudySource::place_of(const toml::node& node) const {
  return fmt::format("{}:{}", file_, node.source().begin.line);
}

std::string label_of(const toml::table& method) {
  const char* key = method.contains("label") ? "label" : "method";
  return method[key].value_or(std::string());
}

std::string did_you_mean(const std::string& given, const std::vector<std::string>& known,
                         const std::string& otherwise) {
  const std::string near = nearest(given, known);
  return near.empty() ? otherwise : fmt::format("did you mean '{}'?", near);
}

}  // namespace kapprox
