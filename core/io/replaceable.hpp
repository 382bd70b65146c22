// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Files of ours may be written anew, a file of somebody else never.
#pragma once

#include <filesystem>
#include <string_view>

namespace kapprox {

// Throws InputError when `file` is there and its attribute `schema` is another; `words` say what a
// file of that schema is.
void check_replaceable(const std::filesystem::path& file, std::string_view schema,
                       std::string_view words);

}  // namespace kapprox
