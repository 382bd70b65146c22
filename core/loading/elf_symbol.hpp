// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The bytes of one exported symbol, read from a shared library's file without loading it. dlopen
// runs a library's static initialisers; the plugin header is compared before that, so that a
// mismatched plugin runs nothing at all.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kapprox {

// The initial bytes of symbol `name` (pointers in it are not relocated yet), or empty when the
// library defines no such data. Throws InputError "… is not a shared library of this machine" for
// any other file, and for one that is cut short.
std::optional<std::vector<char>> read_elf_symbol(const std::filesystem::path& file,
                                                 const std::string& name);

}  // namespace kapprox
