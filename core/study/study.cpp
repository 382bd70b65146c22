// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From the TOML tree to a Study: missing required keys first, then unknown keys, then values.
#include "study/study.hpp"

#include <kapprox/error.hpp>

#include "base/text.hpp"
#include "study/kinds/study_kind.hpp"
#include "study/study_axes.hpp"
#include "study/study_methods.hpp"
#include "study/study_source.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kapprox {

namespace {

const std::vector<std::string> required_keys = {"kind",   "name",   "seed",
                                                "trials", "inputs", "methods"};
const std::vector<std::string> known_keys = {"kind", "name",   "seed",   "trials",
                                             "keep", "reduce", "inputs", "methods"};
constexpr std::int64_t most_trials = std::int64_t{1} << 40;
constexpr std::int64_t most_kept = 1'000'000;
constexpr std::int64_t most_rounds = 10'000;  // of timing; all are kept

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const StudyKind* kind : study_kinds()) names.push_back(kind->name());
  return names;
}

std::string needed_form(const std::string& key) {
  if (key == "kind") return fmt::format("\"{}\"", fmt::join(kind_names(), "\" or \""));
  if (key == "name") return "a text";
  if (key == "seed") return "an integer from 0 to 9223372036854775807";
  if (key == "trials") return "an integer, at least 1";
  if (key == "inputs") return "a table [inputs] with a source";
  return "a table [[methods]] for each method";
}

bool is_known(const std::string& key, const std::vector<std::string>& known) {
  return std::find(known.begin(), known.end(), key) != known.end();
}

class Reader {
 public:
  Reader(const StudySource& source, std::string file, Study& study)
      : source_(source), file_(std::move(file)), study_(study) {}

  void read() {
    const std::vector<Entry> entries = entries_in_file_order(source_.root());
    check_required(entries);
    for (const Entry& entry : entries)
      if (!is_known(entry.key, known_keys))
        refuse({source_.place_of(entry), "a key of the study"}, fmt::format("'{}'", entry.key),
               list_of(known_keys), did_you_mean(entry.key, known_keys, "remove it"));
    for (const Entry& entry : entries) read_entry(entry);
    if (study_kind(study_.kind)->measures_time()) keep_rounds(entries);
    check_labels();
  }

 private:
  void check_required(const std::vector<Entry>& entries) const {
    for (const std::string& key : required_keys) {
      if (source_.root().contains(key)) continue;
      std::string hint = "; add it";
      for (const Entry& entry : entries)
        if (!is_known(entry.key, known_keys) && nearest(entry.key, known_keys) == key)
          hint = fmt::format("; did you mean it by '{}' in line {}?", entry.key, entry.line);
      throw InputError(
          fmt::format("{}: {} is missing, but must be {}{}", file_, key, needed_form(key), hint));
    }
  }

  // Every round of timing is kept.
  void keep_rounds(const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
      if (entry.key == "keep")
        refuse({source_.place_of(entry), "keep"}, "given",
               fmt::format("absent in a study of kind {}, which keeps every round", study_.kind),
               "remove it");
      if (entry.key == "trials") study_.keep = integer(entry, 1, most_rounds);
    }
  }

  std::string text(const Entry& entry) const {
    if (!entry.node->is_string())
      refuse({source_.place_of(entry), entry.key}, node_words(*entry.node), "a text",
             "put it in quotes");
    return plain_text(*entry.node, {source_.place_of(entry), entry.key});
  }

  std::int64_t integer(const Entry& entry, std::int64_t least, std::int64_t most) const {
    const Place place{source_.place_of(entry), entry.key};
    const std::string range = fmt::format("an integer from {} to {}", least, most);
    if (!entry.node->is_integer()) refuse(place, node_words(*entry.node), range);
    const std::int64_t value = *entry.node->value<std::int64_t>();
    if (value < least || value > most) refuse(place, fmt::format("{}", value), range);
    return value;
  }

  void read_entry(const Entry& entry) {
    if (entry.key == "inputs") return read_inputs(entry);
    if (entry.key == "methods") return read_methods(entry);
    study_.flat.emplace_back(entry.key, node_text(*entry.node));
    if (entry.key == "kind") {
      study_.kind = text(entry);
      if (study_kind(study_.kind) == nullptr)
        refuse({source_.place_of(entry), "kind"}, fmt::format("\"{}\"", study_.kind),
               fmt::format("one that exists in this version: {}", list_of(kind_names())),
               did_you_mean(study_.kind, kind_names(), "change it"));
    } else if (entry.key == "name") {
      study_.name = text(entry);
    } else if (entry.key == "seed") {
      study_.seed =
          static_cast<std::uint64_t>(integer(entry, 0, std::numeric_limits<std::int64_t>::max()));
    } else if (entry.key == "trials") {
      study_.trials = integer(entry, 1, most_trials);
    } else if (entry.key == "keep") {
      study_.keep = integer(entry, 0, most_kept);
    } else {
      if (!entry.node->is_boolean())
        refuse({source_.place_of(entry), "reduce"}, node_words(*entry.node), "true or false");
      study_.reduce = *entry.node->value<bool>();
    }
  }

  void read_inputs(const Entry& entry) {
    if (const toml::table* table = entry.node->as_table()) {
      read_input(*table, source_.place_of(entry), "inputs");
      return;
    }
    int index = 0;
    for (const toml::table* table : tables_of(entry)) {
      read_input(*table, source_.place_of(*table), fmt::format("inputs.{}", index));
      ++index;
    }
  }

  void read_input(const toml::table& table, const std::string& place, const std::string& path) {
    InputSpec spec;
    spec.where = fmt::format("{}: {}", place, path);
    spec.folder = std::filesystem::path(file_).parent_path();
    if (!table["source"].is_string())
      refuse({spec.where, "source"},
             table.contains("source") ? node_words(*table.get("source")) : "missing",
             "the name of an input source", "write source = \"plane\", for instance");
    spec.source = *table["source"].value<std::string>();
    std::int64_t cases = 1;
    std::string changes;
    for (const Entry& entry : entries_in_file_order(table)) {
      study_.flat.emplace_back(path + "." + entry.key, node_text(*entry.node));
      if (entry.key == "source") continue;
      const Place at{fmt::format("{}: {}", source_.place_of(entry), path), entry.key};
      std::vector<InputValue>& axis = spec.axes[entry.key];
      for (const GivenValue& value : read_axis(*entry.node, at)) axis.push_back(plain(value, at));
      cases = combined(cases, static_cast<std::int64_t>(axis.size()), at);
      if (source_.is_changed(entry))  // no line of its own: messages about it name the change
        changes += (changes.empty() ? " with " : ", ") + source_.place_of(entry);
      else
        spec.lines[entry.key] = entry.line;
    }
    spec.where = fmt::format("{}{}: {}", place, changes, path);
    study_.inputs.push_back(std::move(spec));
  }

  static InputValue plain(const GivenValue& value, const Place& place) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
    if (const auto* real = std::get_if<double>(&value)) return *real;
    if (const auto* boolean = std::get_if<bool>(&value)) return *boolean;
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    const bool is_list = std::holds_alternative<std::shared_ptr<GivenList>>(value);
    refuse(place, is_list ? "a list of lists" : "a method", "a value or a list of values");
  }

  void read_methods(const Entry& entry) {
    for (const toml::table* table : tables_of(entry))
      study_.methods.push_back(read_method_table(*table, source_, study_.flat));
  }

  std::vector<const toml::table*> tables_of(const Entry& entry) const {
    const Place place{source_.place_of(entry), entry.key};
    const toml::array* array = entry.node->as_array();
    if (array == nullptr || array->empty())
      refuse(place, node_words(*entry.node), fmt::format("tables [[{}]], at least one", entry.key),
             fmt::format("write [[{}]] above the keys of each", entry.key));
    std::vector<const toml::table*> tables;
    for (const toml::node& node : *array) {
      if (!node.is_table())
        refuse(place, fmt::format("a list with {}", node_words(node)),
               fmt::format("tables [[{}]]", entry.key),
               fmt::format("write [[{}]] above the keys of each", entry.key));
      tables.push_back(node.as_table());
    }
    return tables;
  }

  void check_labels() const {
    for (std::size_t i = 0; i < study_.methods.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const MethodAxes& later = study_.methods[i];
        const MethodAxes& earlier = study_.methods[j];
        if (later.label != earlier.label) continue;
        refuse({later.where, "label"}, fmt::format("\"{}\" as in {}", later.label, earlier.where),
               "different for every [[methods]]", "give each use of one method its own label");
      }
  }

  const StudySource& source_;
  std::string file_;
  Study& study_;
};

}  // namespace

Study parse_study(const std::string& text, const std::string& file,
                  const std::vector<std::string>& changes) {
  const StudySource source(text, file, changes);
  Study study;
  study.file = file;
  study.text = text;
  if (!text.empty() && text.back() != '\n') study.text += '\n';
  for (const std::string& change : changes) study.text += fmt::format("# --set {}\n", change);
  Reader(source, file, study).read();
  return study;
}

Study read_study(const std::filesystem::path& path, const std::vector<std::string>& changes) {
  std::ifstream stream(path, std::ios::binary);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored) && std::filesystem::is_empty(path, ignored))
    throw InputError(
        fmt::format("{}: the study is empty, but must be a TOML file; write one", path.string()));
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream || !text)
    throw InputError(
        fmt::format("{}: the study cannot be read, but must be a TOML file; check "
                    "the path",
                    path.string()));
  return parse_study(text.str(), path.string(), changes);
}

}  // namespace kapprox
