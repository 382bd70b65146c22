// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "inputs/file_heads.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"

#include <kapprox/rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace kapprox {

namespace fs = std::filesystem;

namespace {

std::vector<Index> chosen_heads(const Axes& axes, const FileArrays& arrays) {
  std::vector<Index> heads(static_cast<std::size_t>(arrays.heads()));
  std::iota(heads.begin(), heads.end(), Index{0});
  if (!axes.has("head")) return heads;
  heads.clear();
  for (const std::int64_t head : axes.integers("head", 0)) {
    if (head >= arrays.heads())
      axes.refuse("head", fmt::format("is {}", head),
                  fmt::format("from 0 to {}: the file has {} head{}, counted from 0",
                              arrays.heads() - 1, arrays.heads(), arrays.heads() == 1 ? "" : "s"),
                  "change it");
    heads.push_back(static_cast<Index>(head));
  }
  return heads;
}

// Of the bytes as they stand in the file: scale, centring and temperature leave it alone.
std::string digest_of(const Matrix& queries, const Matrix& keys) {
  Digest digest;
  digest.add(fmt::format("d={}", queries.cols()));
  digest.add(queries.values());
  digest.add(keys.values());
  return digest.hex();
}

// The mean of the rows that are seen (empty: all), from all rows.
void subtract_mean(Matrix& rows, const std::vector<std::uint8_t>& seen) {
  Matrix kept;
  if (!seen.empty()) {
    kept = Matrix(static_cast<Index>(std::count(seen.begin(), seen.end(), std::uint8_t{1})),
                  rows.cols());
    Index next = 0;
    for (Index i = 0; i < rows.rows(); ++i) {
      if (seen[static_cast<std::size_t>(i)] == 0) continue;
      const std::span<const double> row = std::as_const(rows).row(i);
      std::copy(row.begin(), row.end(), kept.row(next++).begin());
    }
  }
  const std::vector<double> mean = mean_row(seen.empty() ? rows : kept);
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index j = 0; j < rows.cols(); ++j) rows(i, j) -= mean[static_cast<std::size_t>(j)];
}

}  // namespace

std::vector<KeyHelp> head_keys() {
  return {
      {"path", "an .h5 file with q and k, or x (layouts qkv/1, vectors/1), or a .npy matrix", true},
      {"head", "query heads, counted from 0; axis, default all"},
      {"scale", "logit scale in place of the file's own (its logit_scale, else 1/√d); axis"},
      {"centre", "subtract the mean row first: none, keys or both; axis, default none"},
      {"temperature", "divides the logit scale; axis, default 1"}};
}

std::filesystem::path find_file(const Axes& axes) {
  const fs::path given = axes.text("path");
  const fs::path beside = axes.spec().folder / given;
  std::error_code error;
  for (const fs::path& candidate : {beside, given})
    if (fs::is_regular_file(candidate, error)) return candidate;
  const std::string folder =
      axes.spec().folder.empty() ? "" : fmt::format("{} or ", axes.spec().folder.string());
  axes.refuse(
      "path",
      fmt::format("is \"{}\", which is no file in {}the current folder", given.string(), folder),
      "the path of a file", "check its spelling");
}

std::vector<Setting> settings_of(const Axes& axes, const FileArrays& arrays) {
  static const std::vector<std::string> centres = {"none", "keys", "both"};
  const RealRange positive = {.least = 0.0, .above = true};
  std::vector<Setting> settings;
  for (const std::string& centre : axes.choices("centre", centres))
    for (const double scale : axes.reals("scale", positive, arrays.logit_scale_or_default()))
      for (const double temperature : axes.reals("temperature", positive, 1.0))
        settings.push_back({centre, scale, temperature});
  return settings;
}

std::vector<Head> read_heads(const Axes& axes, const FileArrays& arrays, bool hide) {
  std::map<std::string, int> copies;
  std::vector<Head> heads;
  for (const Index number : chosen_heads(axes, arrays)) {
    Head head;
    head.number = number;
    if (hide) head.seen = arrays.key_mask(number);
    head.queries = arrays.queries(number);
    head.keys = arrays.keys(number, head.seen);
    head.digest = digest_of(head.queries, head.keys);
    head.copy = copies[head.digest]++;
    heads.push_back(std::move(head));
  }
  return heads;
}

InputProblem problem_of(const Head& head, const Setting& setting) {
  InputProblem problem;
  problem.key = "file/" + head.digest;
  problem.ambient_dim = head.queries.cols();
  problem.logit_scale = setting.scale / setting.temperature;
  problem.queries = head.queries;
  problem.keys = head.keys;
  if (setting.centre != "none") subtract_mean(problem.keys, head.seen);
  if (setting.centre == "both") subtract_mean(problem.queries, {});
  multiply(problem.queries, std::sqrt(problem.logit_scale));
  multiply(problem.keys, std::sqrt(problem.logit_scale));
  return problem;
}

std::string name_of(const InputProblem& problem, const Setting& setting) {
  return fmt::format("{}/scale={}/temperature={}/centre={}", problem.key, shortest(setting.scale),
                     shortest(setting.temperature), setting.centre);
}

std::string copy_of(const Head& head) {
  return head.copy > 0 ? fmt::format("/copy={}", head.copy) : "";
}

}  // namespace kapprox
