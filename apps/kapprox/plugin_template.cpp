// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "plugin_template.hpp"

#include "base/text.hpp"

#include <kapprox/error.hpp>

#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace kapprox::app {

namespace fs = std::filesystem;

namespace {

// The folder beside the program names plugin and files in it, `method` its one method.
struct Template {
  std::string_view kind;
  std::string_view folder;
  std::string_view method;
};

constexpr std::array<Template, 3> templates = {{
    {"kernel", "template", "template_positive"},
    {"scorer", "template_scorer", "template_mean"},
    {"softmax", "template_softmax", "template_softcap"},
}};

// Its classes: Template and one of these, which stays.
constexpr std::array<std::string_view, 4> class_endings = {"Features", "Scorer", "Softmax",
                                                           "Summary"};

const Template& template_of(const std::string& kind) {
  std::vector<std::string> kinds;
  for (const Template& one : templates) {
    if (kind == one.kind) return one;
    kinds.emplace_back(one.kind);
  }
  const std::string near = nearest(kind, kinds);
  throw InputError(fmt::format("new: --kind is '{}', but must be {}; {}", kind, list_of(kinds),
                               near.empty() ? "for others see docs/write_a_method.md."
                                            : fmt::format("did you mean '{}'?", near)));
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word_part(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

// "my_method" → "MyMethod".
std::string camel_case(const std::string& name) {
  std::string camel;
  bool begins = true;
  for (const char c : name) {
    if (c != '_') camel += begins ? static_cast<char>(std::toupper(c)) : c;
    begins = c == '_';
  }
  return camel;
}

// Every `word` that is not a part of a longer one.
std::string with_word(const std::string& text, std::string_view word, const std::string& by) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, from)) {
    const std::size_t end = at + word.size();
    const bool whole = (at == 0 || !is_word_part(text[at - 1])) &&
                       (end == text.size() || !is_word_part(text[end]));
    out += text.substr(from, at - from);
    out += whole ? by : std::string(word);
    from = end;
  }
  return out + text.substr(from);
}

// The method, the plugin, its files and its class.
std::string renamed(std::string text, const Template& from, const std::string& name) {
  for (const std::string_view ending : class_endings)
    text = with_word(text, fmt::format("Template{}", ending),
                     fmt::format("{}{}", camel_case(name), ending));
  return with_word(with_word(text, from.method, name), from.folder, name);
}

}  // namespace

fs::path program_prefix() { return fs::canonical("/proc/self/exe").parent_path().parent_path(); }

std::vector<TemplateFile> template_files(const std::string& kind, const std::string& name) {
  const Template& from = template_of(kind);
  const fs::path folder = program_prefix() / "share/kapprox" / from.folder;
  std::vector<TemplateFile> files;
  for (const std::string& file : {fmt::format("{}.cpp", from.folder), std::string("CMakeLists.txt"),
                                  std::string("README.md")}) {
    std::ifstream stream(folder / file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream || text.empty())
      throw IoError(fmt::format(
          "new: {} cannot be read, but the template must lie beside the program; install kapprox "
          "again.",
          (folder / file).string()));
    files.push_back({renamed(file, from, name), renamed(text, from, name)});
  }
  return files;
}

}  // namespace kapprox::app
