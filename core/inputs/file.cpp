// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "file": queries and keys of a file, a problem per head (and per scale, centring and
// temperature, which change the rows but neither the key nor the draws of the problem).
//
//   logits = logit_scale · (q − centre)·(k − centre),   logit_scale = scale / temperature,
//
// with √logit_scale on each side. Centring the keys of a head leaves its softmax as it is.
#include "inputs/file_arrays.hpp"
#include "inputs/pair_cases.hpp"
#include "inputs/pair_choice.hpp"
#include "inputs/sources.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"

#include <kapprox/error.hpp>
#include <kapprox/rows.hpp>

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numeric>

namespace kapprox {

namespace {

namespace fs = std::filesystem;

// What is the same for all problems of one table.
struct Choice {
  std::string file;  // last part of the path
  std::optional<std::int64_t> pairs;
  std::optional<std::int64_t> queries;  // this many queries, each with every key
  bool matched = false;                 // query i with key i only
};

// What tells the problems of one head apart.
struct Setting {
  std::string centre;
  double scale = 1.0;
  double temperature = 1.0;
};

// One head of the file, and how often the same bytes came before it.
struct Head {
  Index number = 0;
  Matrix queries;
  Matrix keys;
  std::string digest;
  int copy = 0;
};

fs::path find_file(const Axes& axes) {
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

void subtract_mean(Matrix& rows) {
  const std::vector<double> mean = mean_row(rows);
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index j = 0; j < rows.cols(); ++j) rows(i, j) -= mean[static_cast<std::size_t>(j)];
}

void multiply(Matrix& rows, double factor) {
  for (double& value : rows.values()) value *= factor;
}

// Every key with each of `count` random queries: whole rows, for distributions over the keys.
std::vector<std::int64_t> whole_rows(const Axes& axes, std::int64_t count, std::int64_t n_q,
                                     std::int64_t n_k, const Stream& stream) {
  if (count > n_q)
    axes.refuse("queries", fmt::format("is {}", count),
                fmt::format("at most {}, all there are", n_q), "lower it");
  if (count > most_pairs / n_k)
    axes.refuse("queries", fmt::format("is {} for {} keys", count, n_k),
                fmt::format("at most {}", most_pairs / n_k), "lower it");
  std::vector<std::int64_t> numbers;
  for (const std::int64_t row : permutation_prefix(stream.at("queries"), n_q, count))
    for (std::int64_t key = 0; key < n_k; ++key) numbers.push_back(row * n_k + key);
  return numbers;
}

std::vector<std::int64_t> chosen_pairs(const Axes& axes, const Choice& choice, const Head& head,
                                       const Stream& stream) {
  const auto n_q = static_cast<std::int64_t>(head.queries.rows());
  const auto n_k = static_cast<std::int64_t>(head.keys.rows());
  if (choice.matched && n_q != n_k)
    axes.refuse("pairing", fmt::format("is \"row\" for {} queries and {} keys", n_q, n_k),
                "all where the two differ", "write pairing = \"all\"");
  if (choice.queries) return whole_rows(axes, *choice.queries, n_q, n_k, stream.at(head.digest));
  const std::int64_t all = choice.matched ? n_q : n_q * n_k;
  if (choice.pairs) {
    if (*choice.pairs > all)
      axes.refuse("pairs", fmt::format("is {}", *choice.pairs),
                  fmt::format("at most {}, all there are", all), "lower it or remove it");
    if (*choice.pairs > most_pairs)
      axes.refuse("pairs", fmt::format("is {}", *choice.pairs),
                  fmt::format("at most {}", most_pairs), "lower it");
    return permutation_prefix(stream.at("pairs").at(head.digest), all, *choice.pairs);
  }
  if (all > most_pairs_unasked)
    axes.refuse("pairs", fmt::format("is missing for {} pairs per head", all),
                fmt::format("given above {} pairs", most_pairs_unasked),
                all > most_pairs
                    ? std::string("write pairs = 1000, for instance")
                    : fmt::format("write pairs = 1000, for instance, or pairs = {} for all", all));
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(all));
  std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
  return numbers;
}

Case make_case(const InputProblem& problem, const Choice& choice, const Setting& setting,
               const Head& head, Pair pair) {
  Case made;
  made.query = pair.query;
  made.key = pair.key;
  made.coordinates = {{"source", std::string("file")},
                      {"dim", static_cast<double>(problem.ambient_dim)},
                      {"file", choice.file},
                      {"head", static_cast<double>(head.number)},
                      {"query", static_cast<double>(pair.query)},
                      {"key", static_cast<double>(pair.key)},
                      {"centre", setting.centre},
                      {"temperature", setting.temperature},
                      {"logit_scale", problem.logit_scale}};
  add_geometry(geometry_of(problem.queries.row(pair.query), problem.keys.row(pair.key)), made);
  made.key_text = fmt::format("{}/scale={}/temperature={}/centre={}/query={}/key={}", problem.key,
                              shortest(setting.scale), shortest(setting.temperature),
                              setting.centre, pair.query, pair.key);
  if (head.copy > 0) made.key_text += fmt::format("/copy={}", head.copy);
  return made;
}

InputProblem make_problem(const Choice& choice, const Setting& setting, const Head& head,
                          const std::vector<std::int64_t>& pairs) {
  InputProblem problem;
  problem.key = "file/" + head.digest;
  problem.ambient_dim = head.queries.cols();
  problem.logit_scale = setting.scale / setting.temperature;
  problem.queries = head.queries;
  problem.keys = head.keys;
  if (setting.centre != "none") subtract_mean(problem.keys);
  if (setting.centre == "both") subtract_mean(problem.queries);
  multiply(problem.queries, std::sqrt(problem.logit_scale));
  multiply(problem.keys, std::sqrt(problem.logit_scale));
  problem.cases.reserve(pairs.size());
  for (const std::int64_t number : pairs)
    problem.cases.push_back(make_case(problem, choice, setting, head,
                                      pair_number(number, problem.keys.rows(), choice.matched)));
  return problem;
}

std::vector<Setting> settings_of(const Axes& axes, const FileArrays& arrays) {
  static const std::vector<std::string> centres = {"none", "keys", "both"};
  const RealRange positive = {.least = 0.0, .above = true};
  const double own =
      arrays.logit_scale().value_or(1.0 / std::sqrt(static_cast<double>(arrays.dim())));
  std::vector<Setting> settings;
  for (const std::string& centre : axes.choices("centre", centres))
    for (const double scale : axes.reals("scale", positive, own))
      for (const double temperature : axes.reals("temperature", positive, 1.0))
        settings.push_back({centre, scale, temperature});
  return settings;
}

std::vector<InputProblem> make_file(const Axes& axes, const Stream& stream) {
  static const std::vector<std::string> pairings = {"all", "row"};
  Choice choice;
  if (axes.has("pairs")) choice.pairs = axes.integer("pairs", 1);
  choice.matched = axes.choice("pairing", pairings) == "row";
  if (axes.has("queries")) choice.queries = axes.integer("queries", 1);
  if (choice.queries && (choice.pairs || choice.matched))
    axes.refuse("queries", "is given", "left out where pairs or pairing = \"row\" is given",
                "keep one of the two");
  const fs::path path = find_file(axes);
  choice.file = path.filename().string();
  const FileArrays arrays(path);
  const std::vector<Setting> settings = settings_of(axes, arrays);
  std::map<std::string, int> copies;
  std::vector<InputProblem> problems;
  for (const Index number : chosen_heads(axes, arrays)) {
    Head head;
    head.number = number;
    head.queries = arrays.queries(number);
    head.keys = arrays.keys(number);
    head.digest = digest_of(head.queries, head.keys);
    head.copy = copies[head.digest]++;
    const std::vector<std::int64_t> pairs = chosen_pairs(axes, choice, head, stream);
    for (const Setting& setting : settings)
      problems.push_back(make_problem(choice, setting, head, pairs));
  }
  return problems;
}

}  // namespace

Source file_source() {
  return {"file",
          {{"path", "an .h5 file with q and k, or x (layouts qkv/1, vectors/1), or a .npy matrix",
            true},
           {"head", "query heads, counted from 0; axis, default all"},
           {"scale", "logit scale in place of the file's own (its logit_scale, else 1/√d); axis"},
           {"centre", "subtract the mean row first: none, keys or both; axis, default none"},
           {"temperature", "divides the logit scale; axis, default 1"},
           {"pairs", "this many random pairs per head; needed above 100 000 pairs"},
           {"queries", "this many random queries per head, each with every key"},
           {"pairing", "all pairs, or row: query i with key i only; default all"}},
          make_file};
}

}  // namespace kapprox
