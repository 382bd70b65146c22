// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The source "file": queries and keys of a file, a problem per head, scale, centring and
// temperature. A case is a pair of rows, or the whole head with its values under a mask; rows of
// logits come from file_rows.cpp.
#include "inputs/file_heads.hpp"
#include "inputs/file_rows.hpp"
#include "inputs/mask_cases.hpp"
#include "inputs/pair_cases.hpp"
#include "inputs/pair_choice.hpp"
#include "inputs/sources.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <numeric>

namespace kapprox {

namespace {

// What is the same for all problems of one table.
struct Choice {
  std::string file;  // last part of the path
  std::optional<std::int64_t> pairs;
  std::optional<std::int64_t> queries;  // this many queries, each with every key
  bool matched = false;                 // query i with key i only
};

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
  made.key_text = fmt::format("{}/query={}/key={}{}", name_of(problem, setting), pair.query,
                              pair.key, copy_of(head));
  return made;
}

InputProblem make_problem(const Choice& choice, const Setting& setting, const Head& head,
                          const std::vector<std::int64_t>& pairs) {
  InputProblem problem = problem_of(head, setting);
  problem.cases.reserve(pairs.size());
  for (const std::int64_t number : pairs)
    problem.cases.push_back(make_case(problem, choice, setting, head,
                                      pair_number(number, problem.keys.rows(), choice.matched)));
  return problem;
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
  const std::filesystem::path path = find_file(axes);
  choice.file = path.filename().string();
  const FileArrays arrays(path);
  const std::vector<Setting> settings = settings_of(axes, arrays);
  std::vector<InputProblem> problems;
  for (const Head& head : read_heads(axes, arrays, false)) {
    const std::vector<std::int64_t> pairs = chosen_pairs(axes, choice, head, stream);
    for (const Setting& setting : settings)
      problems.push_back(make_problem(choice, setting, head, pairs));
  }
  return problems;
}

InputProblem make_whole_problem(const std::string& file, const Setting& setting, const Head& head,
                                const Matrix& values, std::vector<Mask> masks) {
  InputProblem problem = problem_of(head, setting);
  problem.values = values;
  for (Mask& mask : masks) mask.keys = head.seen;
  add_mask_cases(problem, masks,
                 {{"source", std::string("file")},
                  {"dim", static_cast<double>(problem.ambient_dim)},
                  {"file", file},
                  {"head", static_cast<double>(head.number)},
                  {"centre", setting.centre},
                  {"temperature", setting.temperature},
                  {"logit_scale", problem.logit_scale}},
                 name_of(problem, setting));
  for (Case& one : problem.cases) one.key_text += copy_of(head);
  return problem;
}

std::vector<InputProblem> make_whole_file(const Axes& axes, const Stream&) {
  const std::filesystem::path path = find_file(axes);
  const FileArrays arrays(path);
  if (!arrays.has_values())
    throw InputError(fmt::format(
        "{}: has no v, but must hold values where the cases of a study are whole problems; {}",
        path.string(), arrays.way_to_values()));
  const std::vector<Setting> settings = settings_of(axes, arrays);
  const std::vector<Mask> masks = masks_of(axes, arrays.is_causal());
  std::vector<InputProblem> problems;
  for (const Head& head : read_heads(axes, arrays, true)) {
    const Matrix values = arrays.values(head.number, head.seen);
    for (const Setting& setting : settings)
      problems.push_back(
          make_whole_problem(path.filename().string(), setting, head, values, masks));
  }
  return problems;
}

}  // namespace

Source file_source() {
  std::vector<KeyHelp> keys = head_keys();
  keys.insert(keys.end(), {{"pairs", "this many random pairs per head; needed above 100 000 pairs",
                            false, CaseUnit::pair},
                           {"queries", "this many random queries per head, each with every key",
                            false, CaseUnit::pair},
                           {"pairing", "all pairs, or row: query i with key i only; default all",
                            false, CaseUnit::pair},
                           mask_help("what the file's attribute causal says"),
                           window_help()});
  return {"file", std::move(keys), make_file, make_whole_file, file_row_keys(), make_file_rows};
}

}  // namespace kapprox
