// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From the name of a source to its problems.
#include "inputs/sources.hpp"

#include "base/text.hpp"
#include "inputs/block_cases.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace kapprox {

namespace {

// Of one vector: room for the small multiples that theory makes of it, and for the rounding of the
// square of the largest norm that a study may name, 1e150.
constexpr double most_squared_norm = 1e301;

// What the cases of a study are, in messages.
std::string_view words_of(CaseUnit unit) {
  if (unit == CaseUnit::pair) return "pairs";
  if (unit == CaseUnit::row) return "rows of logits";
  return unit == CaseUnit::problem ? "whole problems" : "blocks of keys";
}

// Why a source has none of them.
std::string_view lack_of(CaseUnit unit, const Source& source) {
  if (unit == CaseUnit::row) return "gives no rows of logits";
  if (source.make == nullptr && source.make_whole == nullptr) return "gives rows of logits alone";
  return unit == CaseUnit::pair ? "gives whole problems alone" : "has no values";
}

// what: of row i, before its number; things: what to scale.
void check_rows(const InputSpec& spec, const Matrix& rows, std::string_view what,
                std::string_view things) {
  for (Index i = 0; i < rows.rows(); ++i) {
    const double square = dot(rows.row(i), rows.row(i));
    if (square <= most_squared_norm) continue;
    throw InputError(fmt::format(
        "{}: the squared norm of {} {} is {}, but must be at most {} to stay within the range of "
        "double; scale the {} down",
        where_of(spec, "scale"), what, i, shortest(square), shortest(most_squared_norm), things));
  }
}

// What is said of a file that a table names opens with the file; the study has the line that names
// it.
std::string at_path(const InputSpec& spec, const std::string& message) {
  const std::string study = spec.where.substr(0, spec.where.find(':') + 1);
  if (spec.axes.count("path") == 0 || message.rfind(study, 0) == 0) return message;
  return fmt::format("{}: path: {}", where_of(spec, "path"), message);
}

std::vector<KeyHelp> keys_of(const Source& source, CaseUnit unit) {
  if (unit == CaseUnit::row) return source.row_keys;
  std::vector<KeyHelp> keys = source.keys;
  if (source.make_whole != nullptr)
    for (KeyHelp& key : block_keys()) keys.push_back(std::move(key));
  return keys;
}

std::vector<InputProblem> made_at_path(const InputSpec& spec, const Source& source, CaseUnit unit,
                                       MakeProblems make, std::uint64_t seed) {
  try {
    const std::vector<KeyHelp> keys = keys_of(source, unit);
    const Axes axes(spec, keys, unit);
    std::vector<InputProblem> problems = make(axes, Stream(seed).at("inputs"));
    if (unit == CaseUnit::blocks) split_by_blocks(axes, problems);
    return problems;
  } catch (const InputError& error) {
    throw InputError(at_path(spec, error.what()));
  } catch (const IoError& error) {
    throw IoError(at_path(spec, error.what()));
  }
}

}  // namespace

const std::vector<Source>& all_sources() {
  static const std::vector<Source> sources = {
      plane_source(),      sphere_source(),   gaussian_source(), uniform_source(),
      two_point_source(),  clusters_source(), needle_source(),   grouped_source(),
      heavy_tail_source(), file_source()};
  return sources;
}

namespace {

std::vector<std::string> sources_of(MakeProblems Source::*make) {
  std::vector<std::string> names;
  for (const Source& source : all_sources())
    if (source.*make != nullptr) names.push_back(source.name);
  return names;
}

}  // namespace

std::vector<InputProblem> make_problems(const InputSpec& spec, std::uint64_t seed, CaseUnit unit) {
  const std::vector<Source>& sources = all_sources();
  const auto source = std::find_if(sources.begin(), sources.end(),
                                   [&](const Source& s) { return s.name == spec.source; });
  if (source == sources.end()) {
    std::vector<std::string> names;
    names.reserve(sources.size());
    for (const Source& known : sources) names.push_back(known.name);
    const std::string close = nearest(spec.source, names);
    throw InputError(fmt::format(
        "{}: source is \"{}\", but must be {}; {}", where_of(spec, "source"), spec.source,
        list_of(names), close.empty() ? "change it" : fmt::format("did you mean {}?", close)));
  }
  const auto made = unit == CaseUnit::pair  ? &Source::make
                    : unit == CaseUnit::row ? &Source::make_rows
                                            : &Source::make_whole;
  const MakeProblems make = *source.*made;
  if (make == nullptr)
    throw InputError(fmt::format(
        "{}: source is \"{}\", which {}, but must be {} where the cases of a study are {}; "
        "change it",
        where_of(spec, "source"), spec.source, lack_of(unit, *source), list_of(sources_of(made)),
        words_of(unit)));
  const bool rows = unit == CaseUnit::row;
  std::vector<InputProblem> problems = made_at_path(spec, *source, unit, make, seed);
  for (InputProblem& problem : problems) {
    problem.where = spec.where;
    check_rows(spec, problem.queries, rows ? "the logits of row" : "query",
               rows ? "logits" : "vectors");
    check_rows(spec, problem.keys, "key", "vectors");
  }
  return problems;
}

std::vector<SourceHelp> input_sources() {
  std::vector<SourceHelp> help;
  for (const Source& source : all_sources()) {
    SourceHelp entry{source.name, {}};
    for (const KeyHelp& key : keys_of(source, CaseUnit::pair))
      entry.keys.emplace_back(key.name, key.help);
    for (const KeyHelp& key : source.row_keys)
      entry.keys.emplace_back(key.name, "series: " + key.help);
    help.push_back(std::move(entry));
  }
  return help;
}

}  // namespace kapprox
