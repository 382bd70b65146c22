// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The handshake. Only plain numbers are compared, in an order that makes each next one meaningful:
// the mark, the size of the header, then what the header holds.
#include "loading/handshake.hpp"

#include <kapprox/error.hpp>
#include <kapprox/plugin.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace kapprox {
namespace {

constexpr std::string_view magic_text{"kapprox\0", sizeof(kapprox_plugin_header::magic)};

// g++ counts small revisions of one ABI (1002 … 1018) and clang++ always says 1002: only the
// thousands tell incompatible ones apart.
constexpr std::uint32_t abi_family(std::uint32_t cxx_abi) { return cxx_abi / 1000; }

void compare(const std::filesystem::path& file, std::string_view what, std::uint32_t plugin,
             std::uint32_t host) {
  if (plugin != host)
    throw InputError(
        fmt::format("plugin {}: its {} is {}, but must be {} as in this kapprox; rebuild it "
                    "against the installed headers.",
                    file.string(), what, plugin, host));
}

}  // namespace

void check_plugin_header(const std::filesystem::path& file, const std::vector<char>& header) {
  kapprox_plugin_header plugin{};
  std::memcpy(&plugin, header.data(), std::min(header.size(), sizeof plugin));
  if (std::string_view(plugin.magic, sizeof plugin.magic) != magic_text)
    throw InputError(
        fmt::format("plugin {}: its header begins with other bytes than \"kapprox\", but must be "
                    "made by KAPPROX_PLUGIN; use that macro.",
                    file.string()));
  // The API number before the size: a new API may have another header, and says more.
  compare(file, "API number", plugin.api_number, plugin_api_number);
  compare(file, "header size", plugin.header_size, sizeof(kapprox_plugin_header));
  compare(file, "header size", static_cast<std::uint32_t>(header.size()),
          sizeof(kapprox_plugin_header));
  compare(file, "size of Registry", plugin.registry_size, sizeof(Registry));
  compare(file, "size of RandomFeatureMap", plugin.method_size, sizeof(RandomFeatureMap));
  compare(file, "C++ ABI family", abi_family(plugin.cxx_abi), abi_family(__GXX_ABI_VERSION));
  compare(file, "std::string ABI", plugin.string_abi, _GLIBCXX_USE_CXX11_ABI);
}

}  // namespace kapprox
