// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "io/replaceable.hpp"

#include "io/arrays.hpp"

#include <kapprox/error.hpp>

#include <optional>
#include <string>

#include <fmt/format.h>

namespace kapprox {

void check_replaceable(const std::filesystem::path& file, std::string_view schema,
                       std::string_view words) {
  if (!std::filesystem::exists(file)) return;
  std::optional<std::string> found;
  try {
    found = ArrayFile(file).text_attribute("schema");
  } catch (const InputError&) {  // no HDF5 file: not ours either
  }
  if (found != schema)
    throw InputError(
        fmt::format("{}: the file is not {}, but must be one to be replaced; give another output "
                    "file, or remove this one yourself",
                    file.string(), words));
}

}  // namespace kapprox
