// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One plugin: read its header from the file, compare, dlopen, enrol. Loaded libraries stay mapped
// for the life of the process, because methods hold code and type information of theirs.
#include "loading/loader.hpp"

#include "loading/elf_symbol.hpp"
#include "loading/handshake.hpp"

#include <kapprox/error.hpp>
#include <kapprox/plugin.hpp>

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace kapprox {
namespace {

constexpr const char* header_symbol = "kapprox_plugin";
constexpr const char* enrol_symbol = "kapprox_plugin_enrol";

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : symbol;
}

// The dynamic linker's own words, with the symbol readable.
std::string link_failure(const std::filesystem::path& file) {
  const char* raw = dlerror();
  const std::string message = raw != nullptr ? raw : "unknown cause";
  constexpr std::string_view mark = "undefined symbol: ";
  const std::size_t at = message.find(mark);
  if (at == std::string::npos)
    return fmt::format("plugin {}: the dynamic linker refused it: {}", file.string(), message);
  const std::size_t begin = at + mark.size();
  const std::string symbol = message.substr(begin, message.find_first_of(" ,\t", begin) - begin);
  return fmt::format(
      "plugin {}: it needs {}, but nothing defines that symbol ({}); link the missing source or "
      "rebuild it against this kapprox.",
      file.string(), demangled(symbol), symbol);
}

void* required_symbol(void* library, const std::filesystem::path& file, const char* symbol) {
  if (void* address = dlsym(library, symbol)) return address;
  throw InputError(
      fmt::format("plugin {}: it has no entry point {}, but must have one; define it with "
                  "KAPPROX_PLUGIN.",
                  file.string(), symbol));
}

}  // namespace

LoadedPlugin load_plugin(Registry& registry, const std::filesystem::path& file) {
  const auto header_bytes = read_elf_symbol(file, header_symbol);
  if (!header_bytes)
    throw InputError(
        fmt::format("plugin {}: it has no entry point {}, but must have one; define it with "
                    "KAPPROX_PLUGIN.",
                    file.string(), header_symbol));
  check_plugin_header(file, *header_bytes);

  void* library = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw InputError(link_failure(file));
  const auto* header =
      static_cast<const kapprox_plugin_header*>(required_symbol(library, file, header_symbol));
  const auto enrol =
      reinterpret_cast<void (*)(Registry&)>(required_symbol(library, file, enrol_symbol));
  try {
    registry.enrol_plugin(header->name, enrol);
  } catch (const std::exception& cause) {
    throw InputError(
        fmt::format("plugin {}: its enrol function failed: {}", file.string(), cause.what()));
  } catch (...) {
    throw InputError(
        fmt::format("plugin {}: its enrol function threw something that is not a std::exception.",
                    file.string()));
  }
  return {file, header->name, header->version, header->compiler};
}

}  // namespace kapprox
