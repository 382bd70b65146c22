// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Typed, checked access to an [inputs] table. Every message names the table, the line, the key,
// what was given, what is allowed, and what to do.
#pragma once

#include "inputs/inputs.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kapprox {

struct KeyHelp {
  std::string name;
  std::string help;
  bool required = false;
  std::optional<CaseUnit> only = {};  // in studies of these cases; empty: in all
};

// Allowed real values; the least one itself is left out where `above` is set.
struct RealRange {
  double least = -std::numeric_limits<double>::max();
  double most = std::numeric_limits<double>::max();
  bool above = false;
  std::string_view reason = {};  // why there is a largest one: follows the range in messages
};

// Norms, and standard deviations of coordinates: every sum of squares stays within double, with
// room for the small multiples that theory makes of them.
inline constexpr RealRange norms_in_double = {
    .least = 0.0,
    .most = 1e150,
    .reason = ", because the squared norm beyond it leaves the range of double"};
inline constexpr RealRange deviations_in_double = {
    .least = 0.0,
    .most = 1e140,
    .above = true,
    .reason = ", because squared norms beyond it leave the range of double"};

class Axes {
 public:
  // Throws InputError when a required key is missing, then when a key is unknown or belongs to
  // studies of other cases.
  Axes(const InputSpec& spec, std::span<const KeyHelp> keys, CaseUnit unit);

  bool has(const std::string& key) const;

  // The values of an axis; InputError when it is empty, holds another type, a value out of range or
  // one value twice. An absent key gives the fallback alone (none: the key must be there).
  std::vector<std::int64_t> integers(const std::string& key, std::int64_t least,
                                     std::optional<std::int64_t> fallback = std::nullopt) const;
  std::vector<double> reals(const std::string& key, RealRange range,
                            std::optional<double> fallback = std::nullopt) const;
  std::vector<std::string> choices(const std::string& key,
                                   std::span<const std::string> allowed) const;  // first: default

  // The same for keys that are no axis: a list of several values is refused.
  std::int64_t integer(const std::string& key, std::int64_t least,
                       std::optional<std::int64_t> fallback = std::nullopt) const;
  std::string choice(const std::string& key, std::span<const std::string> allowed) const;
  std::string text(const std::string& key) const;

  // Throws InputError "<file>:<line>: inputs: <key> <what>, but must be <must>; <advice>".
  [[noreturn]] void refuse(const std::string& key, std::string_view what, std::string_view must,
                           std::string_view advice) const;

  const InputSpec& spec() const { return spec_; }

 private:
  const std::vector<InputValue>& values(const std::string& key) const;
  void refuse_list(const std::string& key) const;

  const InputSpec& spec_;
};

// The opening of a message about one key: the table's own, with the line of the key.
std::string where_of(const InputSpec& spec, const std::string& key);

}  // namespace kapprox
