// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The checks behind Axes.
#include "inputs/axes.hpp"

#include "base/text.hpp"

#include <kapprox/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace kapprox {

namespace {

struct AsText {
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const {
    const std::string text = shortest(value);
    return std::isfinite(value) && text.find_first_of(".e") == std::string::npos ? text + ".0"
                                                                                 : text;
  }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string& value) const { return '"' + value + '"'; }
};

std::string is(const InputValue& value) { return "is " + std::visit(AsText{}, value); }

std::string text_of(const RealRange& range) {
  const bool has_least = range.least > -std::numeric_limits<double>::max();
  const bool has_most = range.most < std::numeric_limits<double>::max();
  if (has_least && has_most)
    return fmt::format("{} {} {} {}", range.above ? "above" : "from", shortest(range.least),
                       range.above ? "and at most" : "to", shortest(range.most));
  if (has_least)
    return fmt::format("{} {}", range.above ? "above" : "at least", shortest(range.least));
  return has_most ? "at most " + shortest(range.most) : "a finite number";
}

template <class T>
const T* repeated(const std::vector<T>& values) {
  std::set<T> seen;
  for (const T& value : values)
    if (!seen.insert(value).second) return &value;
  return nullptr;
}

// Of a range that holds a broken number all are reals: that one is to be named, not the first.
const InputValue& broken_one(const std::vector<InputValue>& values, const InputValue& otherwise) {
  for (const InputValue& value : values)
    if (const auto* real = std::get_if<double>(&value); real && *real != std::floor(*real))
      return value;
  return otherwise;
}

}  // namespace

std::string where_of(const InputSpec& spec, const std::string& key) {
  const auto line = spec.lines.find(key);
  const std::size_t colon = spec.where.find(": ");
  if (line == spec.lines.end() || colon == std::string::npos) return spec.where;
  const std::size_t number = spec.where.rfind(':', colon - 1);
  const bool has_line = number != std::string::npos &&
                        std::all_of(spec.where.begin() + static_cast<std::ptrdiff_t>(number) + 1,
                                    spec.where.begin() + static_cast<std::ptrdiff_t>(colon),
                                    [](char c) { return c >= '0' && c <= '9'; });
  return fmt::format("{}:{}{}", spec.where.substr(0, has_line ? number : colon), line->second,
                     spec.where.substr(colon));
}

namespace {

// Blocks of keys are cut from whole problems.
bool is_for(const KeyHelp& key, CaseUnit unit) {
  return !key.only || *key.only == unit ||
         (*key.only == CaseUnit::problem && unit == CaseUnit::blocks);
}

std::string_view words_of(CaseUnit unit) {
  if (unit == CaseUnit::pair) return "pairs";
  return unit == CaseUnit::problem ? "whole problems" : "blocks of keys";
}

}  // namespace

Axes::Axes(const InputSpec& spec, std::span<const KeyHelp> keys, CaseUnit unit) : spec_(spec) {
  std::vector<std::string> names;
  std::set<std::string> elsewhere;
  for (const KeyHelp& key : keys) {
    if (!is_for(key, unit)) {
      elsewhere.insert(key.name);
      continue;
    }
    names.push_back(key.name);
    if (key.required && !has(key.name))
      throw InputError(fmt::format("{}: {} is missing, but the source {} must have it; add {} = …",
                                   spec.where, key.name, spec.source, key.name));
  }
  for (const auto& [name, axis] : spec.axes) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    if (elsewhere.count(name) > 0)
      refuse(name, "is given",
             fmt::format("left out where the cases of a study are {}", words_of(unit)),
             "remove it");
    const std::string close = nearest(name, names);
    throw InputError(
        fmt::format("{}: {} is unknown to the source {}, but must be one of {}; {}",
                    where_of(spec, name), name, spec.source, list_of(names),
                    close.empty() ? "remove it" : fmt::format("did you mean {}?", close)));
  }
}

bool Axes::has(const std::string& key) const { return spec_.axes.count(key) != 0; }

void Axes::refuse(const std::string& key, std::string_view what, std::string_view must,
                  std::string_view advice) const {
  throw InputError(
      fmt::format("{}: {} {}, but must be {}; {}", where_of(spec_, key), key, what, must, advice));
}

const std::vector<InputValue>& Axes::values(const std::string& key) const {
  const auto axis = spec_.axes.find(key);
  if (axis == spec_.axes.end()) refuse(key, "is missing", "given", fmt::format("add {} = …", key));
  if (axis->second.empty())
    refuse(key, "is an empty list", "at least one value", "give a value or remove the table");
  return axis->second;
}

std::vector<std::int64_t> Axes::integers(const std::string& key, std::int64_t least,
                                         std::optional<std::int64_t> fallback) const {
  if (fallback && !has(key)) return {*fallback};
  const std::string must = fmt::format("a whole number of at least {}", least);
  std::vector<std::int64_t> out;
  for (const InputValue& value : values(key)) {
    const auto* integer = std::get_if<std::int64_t>(&value);
    if (integer == nullptr || *integer < least)
      refuse(key, is(integer == nullptr ? broken_one(values(key), value) : value), must,
             "change it");
    out.push_back(*integer);
  }
  if (const auto* twice = repeated(out))
    refuse(key, fmt::format("holds {} twice", *twice), "a list of different values", "remove one");
  return out;
}

std::vector<double> Axes::reals(const std::string& key, RealRange range,
                                std::optional<double> fallback) const {
  if (fallback && !has(key)) return {*fallback};
  std::vector<double> out;
  for (const InputValue& value : values(key)) {
    double real = std::numeric_limits<double>::quiet_NaN();
    if (const auto* integer = std::get_if<std::int64_t>(&value))
      real = static_cast<double>(*integer);
    if (const auto* given = std::get_if<double>(&value)) real = *given + 0.0;  // −0 becomes 0
    const bool allowed =
        real <= range.most && (range.above ? real > range.least : real >= range.least);
    if (!allowed)
      refuse(key, is(value), text_of(range) + std::string(real > range.most ? range.reason : ""),
             real > range.most ? "lower it" : "change it");
    out.push_back(real);
  }
  if (const auto* twice = repeated(out))
    refuse(key, fmt::format("holds {} twice", shortest(*twice)), "a list of different values",
           "remove one");
  return out;
}

std::vector<std::string> Axes::choices(const std::string& key,
                                       std::span<const std::string> allowed) const {
  if (!has(key)) return {allowed.front()};
  std::vector<std::string> out;
  for (const InputValue& value : values(key)) {
    const auto* word = std::get_if<std::string>(&value);
    if (word == nullptr || std::find(allowed.begin(), allowed.end(), *word) == allowed.end()) {
      const std::string close = word == nullptr ? "" : nearest(*word, allowed);
      refuse(key, is(value), list_of(allowed),
             close.empty() ? "change it" : fmt::format("did you mean {}?", close));
    }
    out.push_back(*word);
  }
  if (const auto* twice = repeated(out))
    refuse(key, fmt::format("holds {} twice", *twice), "a list of different values", "remove one");
  return out;
}

void Axes::refuse_list(const std::string& key) const {
  if (has(key) && values(key).size() > 1)
    refuse(key, fmt::format("is a list of {}", values(key).size()), "one value",
           "write a second [[inputs]] table for another");
}

std::int64_t Axes::integer(const std::string& key, std::int64_t least,
                           std::optional<std::int64_t> fallback) const {
  refuse_list(key);
  return integers(key, least, fallback).front();
}

std::string Axes::choice(const std::string& key, std::span<const std::string> allowed) const {
  refuse_list(key);
  return choices(key, allowed).front();
}

std::string Axes::text(const std::string& key) const {
  refuse_list(key);
  const InputValue& value = values(key).front();
  const auto* word = std::get_if<std::string>(&value);
  if (word == nullptr) refuse(key, is(value), "a text", "put it in quotes");
  if (word->empty()) refuse(key, is(value), "a text that is not empty", "change it");
  return *word;
}

}  // namespace kapprox
