// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// kapprox new: a plugin folder of one's own, copied from the template with its names changed. All
// is read and checked before the first file is written, and a folder that cannot be completed is
// removed.
#include "base/text.hpp"
#include "method_argument.hpp"
#include "options.hpp"
#include "plugins.hpp"
#include "subcommand.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace kapprox::app {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

// Targets that every build has, the library's own name, and a class of the public headers
// (FlatFeatures).
constexpr std::array<std::string_view, 10> taken_names = {
    "all",     "clean",   "edit_cache", "flat",          "help",
    "install", "kapprox", "package",    "rebuild_cache", "test"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word_part(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

void check_name(const std::string& name) {
  if (!is_lower_word(name))
    throw InputError(
        fmt::format("new: NAME is '{}', but must be a word of lower-case letters, digits and "
                    "underscores that begins with a letter; rename it.",
                    name));
  if (std::find(taken_names.begin(), taken_names.end(), name) != taken_names.end())
    throw InputError(fmt::format(
        "new: NAME is '{}', but must not be a name that a build takes for itself; rename it.",
        name));
}

void check_free(const std::string& name, const Plugins& plugins) {
  for (const MethodEntry* entry : plugins.registry.all())
    if (entry->name == name)
      throw InputError(fmt::format(
          "new: NAME is '{}', but must not be that of a method there is ({} of plugin {}); rename "
          "it.",
          name, full_name(*entry), entry->plugin));
}

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
std::string renamed(const std::string& text, const std::string& name) {
  const std::string method = with_word(text, "template_positive", name);
  return with_word(with_word(method, "TemplateFeatures", camel_case(name) + "Features"), "template",
                   name);
}

// <prefix>/share/kapprox/template beside the running program's <prefix>/bin.
fs::path prefix() { return fs::canonical("/proc/self/exe").parent_path().parent_path(); }

struct File {
  std::string name;
  std::string text;
};

std::vector<File> files_of(const std::string& name) {
  const fs::path folder = prefix() / "share/kapprox/template";
  std::vector<File> files;
  for (const char* file : {"template.cpp", "CMakeLists.txt", "README.md"}) {
    std::ifstream stream(folder / file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream || text.empty())
      throw IoError(fmt::format(
          "new: {} cannot be read, but the template must lie beside the program; install kapprox "
          "again.",
          (folder / file).string()));
    files.push_back({renamed(file, name), renamed(text, name)});
  }
  return files;
}

void write_folder(const fs::path& folder, const std::vector<File>& files) {
  std::error_code error;
  if (!fs::create_directory(folder, error)) {
    if (!error)
      throw InputError(fmt::format(
          "new: {} exists, but must not; choose another NAME or another --into.", folder.string()));
    throw IoError(fmt::format("new: {} cannot be made: {}.", folder.string(), error.message()));
  }
  for (const File& file : files) {
    std::ofstream stream(folder / file.name);
    stream << file.text;
    stream.close();
    if (stream) continue;
    fs::remove_all(folder, error);
    throw IoError(
        fmt::format("new: {} cannot be written; make room or name another folder with "
                    "--into.",
                    (folder / file.name).string()));
  }
}

ExitStatus make_new(const Options& options) {
  const std::string name = text(options, "NAME");
  check_name(name);
  check_free(name, load_plugins(plugin_arguments(options)));
  const fs::path into = options["into"].as<std::string>();
  if (!fs::is_directory(into))
    throw InputError(
        fmt::format("new: --into is '{}', but must be a folder that exists.", into.string()));
  const fs::path folder = (into / name).lexically_normal();
  if (fs::exists(fs::symlink_status(folder)))
    throw InputError(fmt::format(
        "new: {} exists, but must not; choose another NAME or another --into.", folder.string()));
  write_folder(folder, files_of(name));

  const std::string path = folder.string();
  const bool installed = fs::exists(prefix() / "lib/cmake/kapprox");
  fmt::print(
      "{0}: {1}.cpp, CMakeLists.txt and README.md\n\n"
      "build it   cmake -S {0} -B {0}/build -DCMAKE_PREFIX_PATH={2}\n"
      "           cmake --build {0}/build\n"
      "check it   kapprox verify {0}/build/{1}.so\n",
      path, name, installed ? prefix().string() : "(the installation of kapprox)");
  return ExitStatus::complete;
}

}  // namespace

Subcommand new_subcommand() {
  Subcommand s;
  s.name = "new";
  s.summary = "a plugin folder to begin with: source, build file, README";
  s.usage = "kapprox new NAME [options]";
  s.details =
      "NAME becomes the name of the folder, the plugin and its method: a lower-case word. The "
      "folder\n"
      "must not exist. What it holds builds, loads and passes kapprox verify as it stands; see\n"
      "docs/write_a_method.md.";
  s.positionals = {"NAME"};
  s.options.add_options()("into", po::value<std::string>()->default_value(".")->value_name("DIR"),
                          "the folder to make it in");
  add_plugins_option(s.options);
  s.run = make_new;
  return s;
}

}  // namespace kapprox::app
