// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/provenance.hpp"

#include "numeric/blas.hpp"

#include <ctime>
#include <filesystem>
#include <fstream>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace kapprox {

namespace {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) {
      const std::size_t colon = line.find(": ");
      if (colon != std::string::npos) return line.substr(colon + 2);
    }
  return "unknown";
}

}  // namespace

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

Attributes provenance_of(const Study& study, int threads,
                         const std::vector<std::pair<std::string, std::string>>& from_program) {
  const BlasInfo blas = blas_info();
  Attributes attributes = {{"program_version", KAPPROX_VERSION},
                           {"study_file", std::filesystem::path(study.file).filename().string()},
                           {"study_text", study.text},
                           {"compiler", __VERSION__},
                           {"build_type", KAPPROX_BUILD_TYPE},
                           {"blas_config", blas.config},
                           {"blas_core", blas.core},
                           {"blas_parallel", blas.parallel},
                           {"hdf5_header", hdf5_header_version()},
                           {"hdf5_library", hdf5_library_version()},
                           {"cpu_model", cpu_model()},
                           {"threads", std::int64_t{threads}},
                           {"started", utc_now()}};
  for (const auto& entry : from_program) attributes.emplace_back(entry.first, entry.second);
  return attributes;
}

}  // namespace kapprox
