// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What tests of the engine share: a registry with the shipped plugins, studies from text, and a
// folder for results files that goes away with the test.
#pragma once

#include "io/dataset.hpp"
#include "io/scratch_folder.hpp"
#include "study/run.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kapprox {

// The plugins of the build tree and the test's own methods (faulty_methods.hpp).
const Registry& test_registry();

Plan plan_of(const std::string& text, const std::vector<std::string>& changes = {});

RunReport run_text(const std::string& text, const std::filesystem::path& output, int threads = 1,
                   const std::vector<std::string>& changes = {});

// Trials per chunk of a kernel study.
std::int64_t kernel_chunk(Index cases, Index ambient_dim, Index feature_dim);

// A file of one head of so many rows of width 2, queries and keys alike, and values that are all
// this one.
void write_head(const std::filesystem::path& file, std::int64_t rows, double value);

// Root of a results file.
Group root_of(const std::filesystem::path& file);
const std::vector<double>& numbers_of(const Group& group, const std::string& variable);
const std::vector<std::int64_t>& integers_of(const Group& group, const std::string& variable);
const std::vector<std::string>& texts_of(const Group& group, const std::string& variable);

// True when every numeric variable of both has the same bytes (all of one shape and name).
bool same_numbers(const Group& a, const Group& b);

}  // namespace kapprox
