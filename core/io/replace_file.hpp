// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Replaces a file at once: whoever opens the path finds the whole old content or the whole new one,
// also after a crash or a power cut.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace kapprox {

// Writes `bytes` to a hidden temporary file in the folder of `path`, syncs it, renames it over
// `path`, syncs the folder. A symbolic link is followed, and the mode of an existing file kept.
// Throws IoError; `path` then keeps its old content and the temporary file is gone.
void replace_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

// Where `path` really lies: the target of a symbolic link.
std::filesystem::path real_location(const std::filesystem::path& path);

// Removes temporary files that a killed process left beside `path`. Only for whoever holds the lock
// of `path`: nobody else may then be writing one.
void remove_stale_temporaries(const std::filesystem::path& path);

}  // namespace kapprox
