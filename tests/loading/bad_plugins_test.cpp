// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Case S12: every bad plugin is refused with the one right sentence, nothing of a mismatched one
// runs, and the good one beside them still gives its usual answer.
#include "loading/loader.hpp"
#include "message_of.hpp"
#include "methods/build.hpp"

#include <kapprox/error.hpp>
#include <kapprox/kernel_method.hpp>
#include <kapprox/plugin.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace kapprox {
namespace {

const std::filesystem::path folder = KAPPROX_BAD_PLUGINS;

// What must be said of each file, after "plugin FILE: ".
std::map<std::string, std::string> expected_reasons() {
  const std::string rebuild = " as in this kapprox; rebuild it against the installed headers.";
  const std::string no_library = ", but must be a shared library of this machine; rebuild it.";
  const std::size_t size = sizeof(kapprox_plugin_header);
  return {
      {"api_newer.so", fmt::format("its API number is {}, but must be {}{}", plugin_api_number + 1,
                                   plugin_api_number, rebuild)},
      {"api_older.so", fmt::format("its API number is {}, but must be {}{}", plugin_api_number - 1,
                                   plugin_api_number, rebuild)},
      {"header_size.so",
       fmt::format("its header size is {}, but must be {}{}", size + 8, size, rebuild)},
      {"no_entry_point.so",
       "it has no entry point kapprox_plugin, but must have one; define it with KAPPROX_PLUGIN."},
      {"no_enrol.so",
       "it has no entry point kapprox_plugin_enrol, but must have one; define it with "
       "KAPPROX_PLUGIN."},
      {"missing_symbol.so",
       "it needs kapprox::half_of_everything(kapprox::Matrix const&), but nothing defines that "
       "symbol (_ZN7kapprox18half_of_everythingERKNS_6MatrixE); link the missing source or rebuild "
       "it against this kapprox."},
      {"enrol_throws.so", "its enrol function failed: the licence has expired"},
      {"second_linear.so",
       "its enrol function failed: plugin second_linear: kernel method linear: the name is taken "
       "by plugin good, but must be unique among kernel methods; rename it."},
      {"measure_name.so",
       "its enrol function failed: plugin measure_name: kernel method measured: a parameter is "
       "named variance, but must not be named like a measure or a column of a results file; rename "
       "it."},
      {"note.so", "the file is not a shared library (no ELF mark)" + no_library},
      {"empty.so", "the file is empty" + no_library},
  };
}

std::string read(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Loads a fresh copy of one bad plugin (a library already loaded would not start again) and returns
// what its code wrote while it ran.
std::string trace_of(const std::string& name) {
  const auto scratch = std::filesystem::path(testing::TempDir());
  const auto trace = scratch / ("kapprox_trace_of_" + name);
  const auto copy = scratch / ("kapprox_copy_of_" + name);
  std::filesystem::remove(trace);
  std::filesystem::remove(copy);
  std::filesystem::copy_file(folder / name, copy);
  setenv("KAPPROX_TEST_TRACE", trace.c_str(), 1);
  Registry registry;
  EXPECT_THROW(load_plugin(registry, copy), InputError);
  unsetenv("KAPPROX_TEST_TRACE");
  std::string text = read(trace);
  std::filesystem::remove(trace);
  std::filesystem::remove(copy);
  return text;
}

TEST(BadPlugins, AreRefusedOneByOneWithTheRightSentence) {
  Registry registry;

  const LoadReport report = load_plugin_folders(registry, {folder});

  std::map<std::string, std::string> reasons;
  for (const RefusedPlugin& refused : report.refused)
    reasons[refused.file.filename()] = refused.reason;
  for (const auto& [name, reason] : expected_reasons())
    EXPECT_EQ(reasons[name], fmt::format("plugin {}: {}", (folder / name).string(), reason));
  EXPECT_EQ(reasons.size(), expected_reasons().size());
}

TEST(BadPlugins, LeaveTheGoodOneItsUsualAnswer) {
  Registry registry;
  const std::array<double, 2> query = {0.5, -1.0};
  const std::array<double, 2> key = {0.25, 0.5};
  const Problem problem{{query.data(), 1, 2, 2}, {key.data(), 1, 2, 2}, {}, 2};
  const std::array<Pair, 1> pairs = {Pair{0, 0}};
  std::array<LogNumber, 1> out;

  const LoadReport report = load_plugin_folders(registry, {folder});
  const BuiltMethod built = build_method(registry, Kind::kernel, {"linear", {}}, "test");
  const auto& method = dynamic_cast<const KernelMethod&>(*built.method);
  method.prepare(problem)->draw(Stream(1))->estimate(problem.queries, problem.keys, pairs, out);

  EXPECT_EQ(out[0].to_double(), 0.625);
  std::map<std::string, std::string> versions;
  for (const LoadedPlugin& loaded : report.loaded) versions[loaded.name] = loaded.version;
  const std::map<std::string, std::string> expected = {{"constructor_throws", "1.0"},
                                                       {"good", "1.2"}};
  EXPECT_EQ(versions, expected);
  EXPECT_EQ(built.entry->plugin, "good");
}

TEST(BadPlugins, AThrowingConstructorIsNamedWhenTheMethodIsBuilt) {
  Registry registry;
  load_plugin(registry, folder / "constructor_throws.so");

  const auto message = message_of<InputError>([&] {
    build_method(registry, Kind::kernel, {"unlucky", {}}, "study.toml:9");
  });

  EXPECT_EQ(message,
            "study.toml:9: plugin constructor_throws could not build unlucky: the table of primes "
            "is missing");
}

TEST(BadPlugins, AThrowingEnrolLeavesTheRegistryAsItWas) {
  Registry registry;
  load_plugin(registry, folder / "good.so");

  EXPECT_THROW(load_plugin(registry, folder / "enrol_throws.so"), InputError);

  ASSERT_EQ(registry.all().size(), 1U);
  EXPECT_EQ(registry.all().front()->name, "linear");
}

TEST(BadPlugins, NothingOfAMismatchedOneRuns) {
  EXPECT_EQ(trace_of("api_newer.so"), "");
  EXPECT_EQ(trace_of("api_older.so"), "");
  EXPECT_EQ(trace_of("header_size.so"), "");
  // The same traces in a plugin whose header matches: they would have been seen above.
  EXPECT_EQ(trace_of("enrol_throws.so"), "static initialiser\nenrol\n");
}

}  // namespace
}  // namespace kapprox
