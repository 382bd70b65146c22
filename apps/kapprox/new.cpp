// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// kapprox new: a plugin folder of one's own, copied from the template of its kind with the names
// changed. All is read and checked before the first file is written, and a folder that cannot be
// completed is removed.
#include "base/text.hpp"
#include "method_argument.hpp"
#include "options.hpp"
#include "plugin_template.hpp"
#include "plugins.hpp"
#include "subcommand.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

namespace kapprox::app {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

// Targets that every build has, the library's own name, and classes of the public headers
// (BlockScorer, FlatFeatures, PreparedScorer).
constexpr std::array<std::string_view, 12> taken_names = {
    "all",     "block",   "clean",   "edit_cache", "flat",          "help",
    "install", "kapprox", "package", "prepared",   "rebuild_cache", "test"};

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

void write_folder(const fs::path& folder, const std::vector<TemplateFile>& files) {
  std::error_code error;
  if (!fs::create_directory(folder, error)) {
    if (!error)
      throw InputError(fmt::format(
          "new: {} exists, but must not; choose another NAME or another --into.", folder.string()));
    throw IoError(fmt::format("new: {} cannot be made: {}.", folder.string(), error.message()));
  }
  for (const TemplateFile& file : files) {
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
  write_folder(folder, template_files(options["kind"].as<std::string>(), name));

  const std::string path = folder.string();
  const bool installed = fs::exists(program_prefix() / "lib/cmake/kapprox");
  fmt::print(
      "{0}: {1}.cpp, CMakeLists.txt and README.md\n\n"
      "build it   cmake -S {0} -B {0}/build -DCMAKE_PREFIX_PATH={2}\n"
      "           cmake --build {0}/build\n"
      "check it   kapprox verify {0}/build/{1}.so\n",
      path, name, installed ? program_prefix().string() : "(the installation of kapprox)");
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
      "must not exist. What it holds builds, loads and passes kapprox verify as it stands, "
      "whatever "
      "the\n"
      "kind; see docs/write_a_method.md, which also says how to begin a method of another kind.";
  s.positionals = {"NAME"};
  s.options.add_options()("kind",
                          po::value<std::string>()->default_value("kernel")->value_name("KIND"),
                          "of its method: kernel, scorer or softmax");
  s.options.add_options()("into", po::value<std::string>()->default_value(".")->value_name("DIR"),
                          "the folder to make it in");
  add_plugins_option(s.options);
  s.run = make_new;
  return s;
}

}  // namespace kapprox::app
