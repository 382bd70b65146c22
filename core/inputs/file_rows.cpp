// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "inputs/file_rows.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"
#include "inputs/file_heads.hpp"
#include "inputs/mask_cases.hpp"
#include "inputs/pair_choice.hpp"
#include "inputs/row_cases.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kapprox {

namespace {

constexpr std::int64_t most_logits = std::int64_t{1} << 26;  // of one head: half a GiB

// One row of a head or a dataset: `logits` by position, `seen` which positions a row may see.
struct Row {
  std::int64_t number = 0;
  std::vector<double> logits;
  std::vector<std::uint8_t> seen;
};

// How rows are cut, and what is the same for all rows of a problem.
struct Cut {
  std::vector<std::int64_t> blocks;  // lengths; 0: not cut
  std::string problem_key;
  std::string name;  // opening of the names of cases
  std::string end;   // and their end
  std::vector<std::pair<std::string, Coordinate>> coordinates;
};

void add_blocks(const Row& row, const Cut& cut, RowProblems& made) {
  const auto length = static_cast<std::int64_t>(row.logits.size());
  for (const std::int64_t block : cut.blocks) {
    const std::int64_t step = block == 0 ? length : block;
    for (std::int64_t first = 0; first < length; first += std::min(step, length - first)) {
      std::vector<double> part;
      for (std::int64_t j = first; j < length && j - first < step; ++j)
        if (row.seen[static_cast<std::size_t>(j)] != 0)
          part.push_back(row.logits[static_cast<std::size_t>(j)]);
      if (part.empty()) continue;
      Case one;
      one.coordinates = cut.coordinates;
      one.coordinates.emplace_back("query", static_cast<double>(row.number));
      one.coordinates.emplace_back("block", static_cast<double>(block));
      one.coordinates.emplace_back("first_key", static_cast<double>(first));
      one.key_text = fmt::format("{}/query={}/block={}/first_key={}{}", cut.name, row.number, block,
                                 first, cut.end);
      made.add(cut.problem_key, std::move(part), std::move(one));
    }
  }
}

// `queries` random rows of all there are, more of them only add; without the key all.
std::vector<std::int64_t> chosen_rows(const Axes& axes, std::int64_t rows, std::int64_t length,
                                      const Stream& stream) {
  std::int64_t count = rows;
  if (axes.has("queries")) count = axes.integer("queries", 1);
  if (count > rows)
    axes.refuse("queries", fmt::format("is {}", count),
                fmt::format("at most {}, all there are", rows), "lower it");
  if (count > most_logits / length)
    axes.refuse("queries",
                fmt::format("{} {} for {} keys", axes.has("queries") ? "is" : "is missing, so",
                            count, length),
                fmt::format("at most {}", most_logits / length),
                "write queries = 100, for instance");
  if (axes.has("queries")) return permutation_prefix(stream.at("queries"), rows, count);
  std::vector<std::int64_t> all(static_cast<std::size_t>(rows));
  std::iota(all.begin(), all.end(), std::int64_t{0});
  return all;
}

std::vector<std::int64_t> blocks_of(const Axes& axes) { return axes.integers("block", 0, 0); }

void add_head(const Axes& axes, const std::string& file, const Setting& setting, const Head& head,
              Mask mask, const std::vector<std::int64_t>& rows, RowProblems& made) {
  mask.keys = head.seen;
  const InputProblem problem = problem_of(head, setting);
  const Index keys = problem.keys.rows();
  const std::string word = mask.causal ? "causal" : "none";
  const Cut cut{blocks_of(axes),
                problem.key + "/row",
                fmt::format("{}/mask={}/window={}", name_of(problem, setting), word, mask.window),
                copy_of(head),
                {{"file", file},
                 {"head", static_cast<double>(head.number)},
                 {"mask", word},
                 {"window", static_cast<double>(mask.window)},
                 {"centre", setting.centre},
                 {"temperature", setting.temperature},
                 {"logit_scale", problem.logit_scale}}};
  for (const std::int64_t number : rows) {
    Row row{number, {}, {}};
    for (Index j = 0; j < keys; ++j) {
      const bool seen = mask.allows(static_cast<Index>(number), j, problem.queries.rows(), keys);
      row.seen.push_back(seen ? 1 : 0);
      row.logits.push_back(
          seen ? dot(problem.queries.row(static_cast<Index>(number)), problem.keys.row(j)) : 0.0);
    }
    add_blocks(row, cut, made);
  }
}

void add_heads(const Axes& axes, const std::filesystem::path& path, const Stream& stream,
               RowProblems& made) {
  const FileArrays arrays(path);
  const std::vector<Setting> settings = settings_of(axes, arrays);
  const std::vector<Mask> masks = masks_of(axes, arrays.is_causal());
  for (const Head& head : read_heads(axes, arrays, true)) {
    const std::vector<std::int64_t> rows =
        chosen_rows(axes, head.queries.rows(), head.keys.rows(), stream.at(head.digest));
    for (const Setting& setting : settings)
      for (const Mask& mask : masks)
        add_head(axes, path.filename().string(), setting, head, mask, rows, made);
  }
}

// cases × n; one axis is one row.
Array checked_logits(const std::filesystem::path& path, Array array) {
  if (array.shape.size() == 1) array.shape.insert(array.shape.begin(), 1);
  if (array.shape.size() != 2 || array.shape[0] == 0 || array.shape[1] == 0)
    throw InputError(
        fmt::format("{}: the logits have shape ({}), but must be cases × n, with at least one of "
                    "each; reshape them",
                    path.string(), fmt::join(array.shape, ", ")));
  for (std::size_t i = 0; i < array.values.size(); ++i)
    if (!std::isfinite(array.values[i]))
      throw InputError(fmt::format(
          "{}: row {} of the logits holds {}, but must hold finite numbers only; mend the file",
          path.string(), i / static_cast<std::size_t>(array.shape[1]), shortest(array.values[i])));
  return array;
}

void add_logits(const Axes& axes, const std::filesystem::path& path, const Array& array,
                const Stream& stream, RowProblems& made) {
  for (const char* key : {"head", "mask", "window", "centre"})
    if (axes.has(key))
      axes.refuse(key, "is given", "left out where the file holds logits and not q and k",
                  "remove it");
  const std::int64_t length = array.shape[1];
  Digest digest;
  digest.add(fmt::format("n={}", length));
  digest.add(array.values);
  const RealRange positive = {.least = 0.0, .above = true};
  const std::vector<std::int64_t> rows =
      chosen_rows(axes, array.shape[0], length, stream.at(digest.hex()));
  for (const double scale : axes.reals("scale", positive, 1.0))
    for (const double temperature : axes.reals("temperature", positive, 1.0)) {
      const std::string key = fmt::format("file/{}", digest.hex());
      const Cut cut{
          blocks_of(axes),
          key + "/row",
          fmt::format("{}/scale={}/temperature={}", key, shortest(scale), shortest(temperature)),
          "",
          {{"file", path.filename().string()},
           {"temperature", temperature},
           {"logit_scale", scale / temperature}}};
      for (const std::int64_t number : rows) {
        Row row{number, {}, std::vector<std::uint8_t>(static_cast<std::size_t>(length), 1)};
        for (std::int64_t j = 0; j < length; ++j)
          row.logits.push_back(array.values[static_cast<std::size_t>(number * length + j)] *
                               (scale / temperature));
        add_blocks(row, cut, made);
      }
    }
}

}  // namespace

std::vector<KeyHelp> file_row_keys() {
  std::vector<KeyHelp> keys = head_keys();
  keys.front().help =
      "an .h5 file with q and k, or x, or with logits (cases × n); or a .npy matrix of logits";
  keys.insert(keys.end(),
              {{"queries", "this many random rows per head, more of them only add; default all"},
               {"block",
                "cuts rows into blocks of this many keys, a short last one kept; 0: whole "
                "rows; axis, default 0"},
               {"mask", "none or causal; axis, default what the file's attribute causal says"},
               {"window", "keys closer than this only, 0: all of them; axis, default 0"}});
  return keys;
}

std::vector<InputProblem> make_file_rows(const Axes& axes, const Stream& stream) {
  const std::filesystem::path path = find_file(axes);
  RowProblems made("file");
  if (path.extension() == ".npy") {
    add_logits(axes, path, checked_logits(path, read_npy(path)), stream, made);
  } else if (const ArrayFile file(path); file.has("logits")) {
    add_logits(axes, path, checked_logits(path, file.read("logits")), stream, made);
  } else {
    add_heads(axes, path, stream, made);
  }
  std::vector<InputProblem> problems = made.take();
  if (problems.empty())
    axes.refuse("path", "gives no row", "a file where some query sees a key",
                "change the mask or the file's key_mask");
  return problems;
}

}  // namespace kapprox
