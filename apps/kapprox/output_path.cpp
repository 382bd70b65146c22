// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Checks of the output path; the results writer finds later what cannot be seen from here.
#include "output_path.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>
#include <unistd.h>

namespace kapprox::app {

void check_output_path(const std::filesystem::path& output, const std::filesystem::path& input,
                       std::string_view input_words) {
  std::error_code ignored;  // a path that cannot be examined is simply not equal, not a folder
  if (std::filesystem::equivalent(output, input, ignored))
    throw InputError(
        fmt::format("-o is {}, the {} itself, but must be another file; name the results file.",
                    output.string(), input_words));
  if (output.empty() || output.filename().empty() || std::filesystem::is_directory(output, ignored))
    throw IoError(fmt::format("-o is '{}', a folder, but must be a file; add the file's name.",
                              output.string()));
  if (std::filesystem::exists(output, ignored) &&
      !std::filesystem::is_regular_file(output, ignored))
    throw IoError(
        fmt::format("-o is {}, a device or pipe, but must be an ordinary file; name another.",
                    output.string()));
  const std::filesystem::path parent =
      output.has_parent_path() ? output.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(parent, ignored))
    throw IoError(fmt::format("-o is {}, but the folder {} must exist; make it first.",
                              output.string(), parent.string()));
  if (access(parent.c_str(), W_OK) != 0)
    throw IoError(
        fmt::format("-o is {}, but the folder {} must be writable; choose another or change its "
                    "permissions.",
                    output.string(), parent.string()));
}

}  // namespace kapprox::app
