// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Refuses an output path before any work is done for it.
#pragma once

#include <filesystem>
#include <string_view>

namespace kapprox::app {

// Throws InputError when `output` is the input itself, which messages call `input_words`; IoError
// when it is a folder, or its folder is missing or not writable.
void check_output_path(const std::filesystem::path& output, const std::filesystem::path& input,
                       std::string_view input_words);

}  // namespace kapprox::app
