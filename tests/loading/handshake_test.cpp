// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Every member of a plugin's header that the host compares, changed in turn.
#include "loading/handshake.hpp"

#include "message_of.hpp"

#include <kapprox/error.hpp>
#include <kapprox/plugin.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

KAPPROX_PLUGIN("honest", "1.0", registry) {}

namespace kapprox {
namespace {

std::vector<char> bytes_of(const kapprox_plugin_header& header) {
  std::vector<char> bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

std::string refusal(const std::function<void(kapprox_plugin_header&)>& change) {
  kapprox_plugin_header header = kapprox_plugin;
  change(header);
  return message_of<InputError>([&] { check_plugin_header("x.so", bytes_of(header)); });
}

std::string sentence(const std::string& what, std::size_t plugin, std::size_t host) {
  return fmt::format(
      "plugin x.so: its {} is {}, but must be {} as in this kapprox; rebuild it against the "
      "installed headers.",
      what, plugin, host);
}

TEST(Handshake, AcceptsAnHonestHeader) {
  EXPECT_NO_THROW(check_plugin_header("x.so", bytes_of(kapprox_plugin)));
}

TEST(Handshake, NamesBothSidesOfEveryMismatch) {
  EXPECT_EQ(refusal([](auto& h) { h.api_number += 7; }),
            sentence("API number", plugin_api_number + 7, plugin_api_number));
  EXPECT_EQ(refusal([](auto& h) { h.registry_size += 8; }),
            sentence("size of Registry", sizeof(Registry) + 8, sizeof(Registry)));
  EXPECT_EQ(
      refusal([](auto& h) { h.method_size -= 8; }),
      sentence("size of RandomFeatureMap", sizeof(RandomFeatureMap) - 8, sizeof(RandomFeatureMap)));
  EXPECT_EQ(refusal([](auto& h) { h.cxx_abi = 2000; }), sentence("C++ ABI family", 2, 1));
  EXPECT_EQ(refusal([](auto& h) { h.string_abi = 0; }), sentence("std::string ABI", 0, 1));
}

TEST(Handshake, TakesPluginsOfTheOtherCompiler) {
  kapprox_plugin_header header = kapprox_plugin;

  header.cxx_abi = 1002;  // clang++
  EXPECT_NO_THROW(check_plugin_header("x.so", bytes_of(header)));
  header.cxx_abi = 1017;  // g++ 12
  EXPECT_NO_THROW(check_plugin_header("x.so", bytes_of(header)));
}

TEST(Handshake, RefusesAForeignMarkAndAShortHeader) {
  const std::vector<char> whole = bytes_of(kapprox_plugin);
  const std::vector<char> half(whole.begin(), whole.begin() + 32);

  EXPECT_EQ(refusal([](auto& h) { h.magic[0] = 'K'; }),
            "plugin x.so: its header begins with other bytes than \"kapprox\", but must be made by "
            "KAPPROX_PLUGIN; use that macro.");
  EXPECT_EQ(message_of<InputError>([&] { check_plugin_header("x.so", half); }),
            sentence("header size", 32, sizeof(kapprox_plugin_header)));
}

}  // namespace
}  // namespace kapprox
