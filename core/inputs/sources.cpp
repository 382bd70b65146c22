// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// From the name of a source to its problems.
#include "inputs/sources.hpp"

#include "base/text.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace kapprox {

const std::vector<Source>& all_sources() {
  static const std::vector<Source> sources = {plane_source(), sphere_source(), gaussian_source(),
                                              file_source()};
  return sources;
}

std::vector<InputProblem> make_problems(const InputSpec& spec, std::uint64_t seed) {
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
  return source->make(Axes(spec, source->keys), Stream(seed).at("inputs"));
}

std::vector<SourceHelp> input_sources() {
  std::vector<SourceHelp> help;
  for (const Source& source : all_sources()) {
    SourceHelp entry{source.name, {}};
    for (const KeyHelp& key : source.keys) entry.keys.emplace_back(key.name, key.help);
    help.push_back(std::move(entry));
  }
  return help;
}

}  // namespace kapprox
