// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Where plugins are looked for, in which order, and that one library loads once.
#include "loading/loader.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace kapprox {
namespace {

namespace fs = std::filesystem;

const fs::path good = fs::path(KAPPROX_BAD_PLUGINS) / "good.so";

// An empty folder named after the running test.
fs::path empty_folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  fs::path folder = fs::path(testing::TempDir()) / (std::string("kapprox_") + test->name());
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

TEST(PluginFolders, AreTheOwnOneThenTheVariableThenTheExtraOnes) {
  setenv("KAPPROX_PLUGIN_PATH", "/a::/b/c:", 1);

  const auto folders = plugin_folders({"x", "y"});
  unsetenv("KAPPROX_PLUGIN_PATH");

  const fs::path own = fs::canonical(KAPPROX_BINARY_DIR) / "lib" / "kapprox" / "plugins";
  const std::vector<fs::path> expected = {own, "/a", "/b/c", "x", "y"};
  EXPECT_EQ(folders, expected);
}

TEST(PluginFolders, AMissingOneIsRefused) {
  Registry registry;

  const auto message = message_of<InputError>([&] {
    load_plugin_folders(registry, {empty_folder(), "/no/such/folder"});
  });

  EXPECT_EQ(message,
            "plugins: the folder /no/such/folder does not exist, but must hold plugin libraries; "
            "check --plugins and KAPPROX_PLUGIN_PATH.");
}

TEST(PluginFolders, OneLibraryFoundTwiceLoadsOnce) {
  const fs::path folder = empty_folder();
  fs::create_directories(folder / "links");
  fs::copy_file(good, folder / "good.so");
  fs::create_symlink(folder / "good.so", folder / "links" / "again.so");
  Registry registry;

  const auto report = load_plugin_folders(registry, {folder, folder / "links", folder});

  ASSERT_EQ(report.loaded.size(), 1U);
  EXPECT_EQ(report.loaded[0].file, folder / "good.so");
  EXPECT_TRUE(report.refused.empty());
}

TEST(PluginFolders, HoldOtherFilesWithoutHarmAndLoadInSortedOrder) {
  const fs::path folder = empty_folder();
  std::ofstream(folder / "README.md") << "not a library";
  fs::create_directories(folder / "sub");
  fs::copy_file(good, folder / "b.so");
  fs::copy_file(good, folder / "a.so");
  Registry registry;

  const auto report = load_plugin_folders(registry, {folder});

  ASSERT_EQ(report.loaded.size(), 1U);
  EXPECT_EQ(report.loaded[0].file, folder / "a.so");
  ASSERT_EQ(report.refused.size(), 1U);
  EXPECT_EQ(report.refused[0].file, folder / "b.so");
}

TEST(PluginFolders, ARelativeFileIsLoadedFromTheCurrentFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(fs::path(KAPPROX_BAD_PLUGINS));
  Registry registry;

  const LoadedPlugin loaded = load_plugin(registry, "good.so");
  fs::current_path(before);

  EXPECT_EQ(loaded.name, "good");
}

}  // namespace
}  // namespace kapprox
