// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/study_fixture.hpp"

#include "loading/loader.hpp"
#include "study/faulty_methods.hpp"
#include "study/odd_attention.hpp"
#include "study/schedule.hpp"
#include "study/waiting_attention.hpp"

#include <cstring>
#include <stdexcept>

namespace kapprox {

namespace {

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

template <class T>
const std::vector<T>& data_of(const Group& group, const std::string& variable) {
  const Variable* found = group.find(variable);
  if (found == nullptr) throw std::runtime_error("no variable " + variable);
  return std::get<std::vector<T>>(found->data);
}

}  // namespace

const Registry& test_registry() {
  static const Registry registry = [] {
    Registry r;
    const std::filesystem::path folder =
        std::filesystem::path(KAPPROX_BINARY_DIR) / "lib" / "kapprox" / "plugins";
    const LoadReport report = load_plugin_folders(r, {folder});
    if (!report.refused.empty()) throw std::runtime_error(report.refused.front().reason);
    add_faulty_methods(r);
    add_odd_attention(r);
    add_waiting_attention(r);
    return r;
  }();
  return registry;
}

Plan plan_of(const std::string& text, const std::vector<std::string>& changes) {
  return make_plan(parse_study(text, "study.toml", changes), test_registry());
}

RunReport run_text(const std::string& text, const std::filesystem::path& output, int threads,
                   const std::vector<std::string>& changes) {
  RunOptions options;
  options.threads = threads;
  options.provenance = {{"plugins", "as the program says"}};
  return run_study(plan_of(text, changes), output, options);
}

std::int64_t kernel_chunk(Index cases, Index ambient_dim, Index feature_dim) {
  ProblemShape shape;
  shape.ambient_dim = ambient_dim;
  return chunk_length(*study_kind("kernel"), {feature_dim, 0, 0.0}, shape, cases);
}

void write_head(const std::filesystem::path& file, std::int64_t rows, double value) {
  const Attributes described = {{"units", std::string("1")}, {"long_name", std::string("vectors")}};
  const auto count = static_cast<std::size_t>(2 * rows);
  std::vector<double> vectors;
  for (std::size_t i = 0; i < count; ++i)
    vectors.push_back((i % 2 == 0 ? 0.1 : -0.1) * static_cast<double>(i + 1));
  Group head;
  head.dimensions = {{"row", rows}, {"dim", 2}};
  head.variables = {{"q", {"row", "dim"}, vectors, described},
                    {"k", {"row", "dim"}, vectors, described},
                    {"v", {"row", "dim"}, std::vector<double>(count, value), described}};
  write_file(file, {head});
}

Group root_of(const std::filesystem::path& file) { return read_group(file, ""); }

const std::vector<double>& numbers_of(const Group& group, const std::string& variable) {
  return data_of<double>(group, variable);
}

const std::vector<std::int64_t>& integers_of(const Group& group, const std::string& variable) {
  return data_of<std::int64_t>(group, variable);
}

const std::vector<std::string>& texts_of(const Group& group, const std::string& variable) {
  return data_of<std::string>(group, variable);
}

bool same_numbers(const Group& a, const Group& b) {
  if (a.variables.size() != b.variables.size()) return false;
  for (const Variable& variable : a.variables) {
    const Variable* other = b.find(variable.name);
    if (other == nullptr || other->data.index() != variable.data.index()) return false;
    if (const auto* numbers = std::get_if<std::vector<double>>(&variable.data))
      if (!same_bytes(*numbers, std::get<std::vector<double>>(other->data))) return false;
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&variable.data))
      if (!same_bytes(*integers, std::get<std::vector<std::int64_t>>(other->data))) return false;
  }
  return true;
}

}  // namespace kapprox
