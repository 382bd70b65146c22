// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Look-ups in a group, and write_file: check, make the bytes in memory, put them in place. With the
// HDF5 file made in memory, a full disk is met by one loop of our own and never by the library,
// which cannot close a file it could not flush.
#include "io/dataset.hpp"
#include "io/dataset_image.hpp"
#include "io/replace_file.hpp"

#include <algorithm>

namespace kapprox {

const Variable* Group::find(const std::string& variable) const {
  const auto found = std::find_if(variables.begin(), variables.end(),
                                  [&](const Variable& v) { return v.name == variable; });
  return found == variables.end() ? nullptr : &*found;
}

std::optional<std::string> Group::text_attribute(const std::string& attribute) const {
  for (const auto& [given, value] : attributes)
    if (given == attribute && std::holds_alternative<std::string>(value))
      return std::get<std::string>(value);
  return std::nullopt;
}

void write_file(const std::filesystem::path& path, const std::vector<Group>& groups) {
  replace_file(path, dataset_image(groups));
}

}  // namespace kapprox
