// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The comparison between what this host was built with and what a plugin says it was built with.
#pragma once

#include <filesystem>
#include <vector>

namespace kapprox {

// `header`: the plugin's kapprox_plugin_header as bytes, its pointers not to be followed. Throws
// InputError that names both sides of the first mismatch.
void check_plugin_header(const std::filesystem::path& file, const std::vector<char>& header);

}  // namespace kapprox
