// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The templates of kapprox new, one for each kind of method that it can begin: the files of a
// plugin's folder under share/kapprox, in which the names are changed to a new one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kapprox::app {

struct TemplateFile {
  std::string name;
  std::string text;
};

// Source, build file and README of a plugin `name`, a lower-case word. Throws InputError for a kind
// without template, IoError when the template cannot be read.
std::vector<TemplateFile> template_files(const std::string& kind, const std::string& name);

// The folder that holds the running program's bin, and share/kapprox with the templates.
std::filesystem::path program_prefix();

}  // namespace kapprox::app
