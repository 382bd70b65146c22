// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Reading one symbol from a library's file: right for whole files, one sentence for damaged ones.
#include "loading/elf_symbol.hpp"

#include "message_of.hpp"

#include <kapprox/error.hpp>
#include <kapprox/plugin.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>

namespace kapprox {
namespace {

const std::filesystem::path good = std::filesystem::path(KAPPROX_BAD_PLUGINS) / "good.so";

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// A file with these bytes, named after the running test.
std::filesystem::path file_with(const std::string& bytes) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  auto file = std::filesystem::path(testing::TempDir()) / (std::string(test->name()) + ".so");
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

TEST(ElfSymbol, ReadsTheHeaderWithoutLoadingTheLibrary) {
  const auto bytes = read_elf_symbol(good, "kapprox_plugin");

  ASSERT_TRUE(bytes.has_value());
  ASSERT_EQ(bytes->size(), sizeof(kapprox_plugin_header));
  kapprox_plugin_header header{};
  std::memcpy(&header, bytes->data(), sizeof header);
  EXPECT_STREQ(header.magic, "kapprox");
  EXPECT_EQ(header.api_number, plugin_api_number);
  EXPECT_EQ(header.registry_size, sizeof(Registry));
}

TEST(ElfSymbol, IsEmptyForFunctionsImportsAndUnknownNames) {
  EXPECT_FALSE(read_elf_symbol(good, "kapprox_plugin_enrol").has_value());
  EXPECT_FALSE(read_elf_symbol(good, "kapprox_plugin_").has_value());
  EXPECT_FALSE(read_elf_symbol(good, "").has_value());
}

TEST(ElfSymbol, RefusesAFileThatIsNotThereAndAFolder) {
  const std::string rest =
      ": the file cannot be read, but must be a shared library of this machine; rebuild it.";
  const std::string folder = testing::TempDir();

  EXPECT_EQ(message_of<InputError>([] { read_elf_symbol("nowhere.so", "x"); }),
            "plugin nowhere.so" + rest);
  EXPECT_EQ(message_of<InputError>([&] { read_elf_symbol(folder, "x"); }),
            "plugin " + folder + rest);
}

TEST(ElfSymbol, RefusesAnotherMachine) {
  std::string bytes = bytes_of(good);
  bytes[18] = 3;  // e_machine: Intel 80386
  bytes[19] = 0;
  const auto file = file_with(bytes);

  EXPECT_EQ(message_of<InputError>([&] { read_elf_symbol(file, "kapprox_plugin"); }),
            "plugin " + file.string() +
                ": the file is a library of another machine, but must be a shared library of this "
                "machine; rebuild it.");
}

// Cut anywhere, a file is refused and never read beyond its end (the address sanitizer watches).
TEST(ElfSymbol, RefusesEveryCut) {
  const std::string bytes = bytes_of(good);
  ASSERT_GT(bytes.size(), 1000U);

  for (std::size_t length = 0; length < bytes.size(); length += bytes.size() / 97) {
    const auto file = file_with(bytes.substr(0, length));
    EXPECT_THROW(read_elf_symbol(file, "kapprox_plugin"), InputError) << length;
  }
}

// Offsets and sizes in the file may say anything.
TEST(ElfSymbol, SurvivesEveryWrongByteOfItsHeader) {
  const std::string bytes = bytes_of(good);

  for (std::size_t i = 0; i < 64; ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0xff);
    const auto file = file_with(damaged);
    try {
      const auto symbol = read_elf_symbol(file, "kapprox_plugin");
      EXPECT_LE(symbol ? symbol->size() : 0, bytes.size());
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("; rebuild it."), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace kapprox
