// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "study/study_axes.hpp"

#include <kapprox/error.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr const char* axis_forms =
    "a number, a text, true or false, a list of these, or { from = …, to = …, count = … }";

// One value of a parameter that is itself a list: no axis stands inside of it.
GivenValue read_list(const toml::array& array, const Place& place) {
  const auto list = std::make_shared<GivenList>();
  for (const toml::node& element : array) {
    if (element.is_array()) refuse(place, "a list of lists of lists", axis_forms);
    std::vector<GivenValue> values = read_axis(element, place);
    if (values.size() != 1)
      refuse(place, fmt::format("a list with an axis of {} values inside", values.size()),
             "a list without axes inside", "list whole lists instead: [[…], […]]");
    list->values.push_back(std::move(values.front()));
  }
  return list;
}

GivenValue read_scalar(const toml::node& node, const Place& place) {
  if (const auto* integer = node.as_integer()) return integer->get();
  if (const auto* real = node.as_floating_point()) {
    if (!std::isfinite(real->get())) refuse(place, node_text(node), "finite", "give a number");
    return real->get();
  }
  if (const auto* boolean = node.as_boolean()) return boolean->get();
  if (node.is_string()) return plain_text(node, place);
  refuse(place, node_words(node), axis_forms);
}

double range_number(const toml::table& range, const char* key, const Place& place) {
  const auto value = range[key].value<double>();
  const bool numeric = range[key].is_number();
  if (!numeric || !std::isfinite(*value))
    refuse({place.where, fmt::format("{} of {}", key, place.name)},
           range.contains(key) ? node_words(*range.get(key)) : "missing", "a finite number",
           "give a number");
  return *value;
}

std::vector<GivenValue> read_range(const toml::table& range, const Place& place) {
  for (const Entry& entry : entries_in_file_order(range))
    if (entry.key != "from" && entry.key != "to" && entry.key != "count")
      refuse({place.where, fmt::format("a key of the range {}", place.name)},
             fmt::format("'{}'", entry.key), "from, to or count");
  const double from = range_number(range, "from", place);
  const double to = range_number(range, "to", place);
  const Place count_place{place.where, fmt::format("count of {}", place.name)};
  if (!range["count"].is_integer())
    refuse(count_place, range.contains("count") ? node_words(*range.get("count")) : "missing",
           "an integer, at least 2", "give one, such as 5");
  const std::int64_t count = *range["count"].value<std::int64_t>();
  if (count < 2) refuse(count_place, fmt::format("{}", count), "at least 2");
  combined(count, 1, count_place);

  const bool integers = range["from"].is_integer() && range["to"].is_integer() &&
                        std::fmod(to - from, static_cast<double>(count - 1)) == 0.0;
  std::vector<GivenValue> values;
  for (std::int64_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    double value = from + (to - from) * share;
    if (i == count - 1) value = to;
    if (integers)
      values.emplace_back(static_cast<std::int64_t>(std::llround(value)));
    else
      values.emplace_back(value);
  }
  return values;
}

// A list that its parameter may take as one value: without axes or lists inside.
bool is_flat_list(const toml::node& node, const std::vector<GivenValue>& axis) {
  const toml::array* array = node.as_array();
  return array != nullptr && array->size() == axis.size() &&
         std::none_of(axis.begin(), axis.end(), [](const GivenValue& value) {
           return std::holds_alternative<std::shared_ptr<GivenList>>(value);
         });
}

// Of specs in which this axis varies fastest.
void remember_list(std::vector<MethodSpec>& specs, const std::string& name,
                   const std::vector<GivenValue>& axis) {
  const auto list = std::make_shared<GivenList>(GivenList{axis});
  for (std::size_t i = 0; i < specs.size(); ++i) specs[i].elements[name] = {list, i % axis.size()};
}

// One MethodSpec per combination; the first axis of the table varies slowest.
std::vector<GivenValue> read_nested_method(const toml::table& table, const Place& place) {
  if (!table["method"].is_string())
    refuse({place.where, fmt::format("method of {}", place.name)}, node_words(*table.get("method")),
           "the name of a method", "see kapprox list");
  std::vector<MethodSpec> specs(1);
  specs[0].method = *table["method"].value<std::string>();
  for (const Entry& entry : entries_in_file_order(table)) {
    if (entry.key == "method") continue;
    const Place inner{place.where, fmt::format("{}.{}", place.name, entry.key)};
    if (entry.key == "budget")
      throw InputError(fmt::format(
          "{}: {} is given, but must stand beside {}, where it chooses the m inside; write budget "
          "= {} in the table [[methods]] itself",
          inner.where, inner.name, place.name.substr(0, place.name.find('.')),
          node_text(*entry.node)));
    const std::vector<GivenValue> axis = read_axis(*entry.node, inner);
    combined(static_cast<std::int64_t>(specs.size()), static_cast<std::int64_t>(axis.size()),
             inner);
    specs = with_each(specs, entry.key, axis);
    if (is_flat_list(*entry.node, axis)) remember_list(specs, entry.key, axis);
  }
  std::vector<GivenValue> values;
  values.reserve(specs.size());
  for (const MethodSpec& spec : specs) values.emplace_back(std::make_shared<MethodSpec>(spec));
  return values;
}

std::vector<GivenValue> read_table(const toml::table& table, const Place& place) {
  if (table.contains("method")) return read_nested_method(table, place);
  if (table.contains("from") || table.contains("to") || table.contains("count"))
    return read_range(table, place);
  refuse(place, "a table", fmt::format("{}, or {{ method = … }} for a nested method", axis_forms));
}

}  // namespace

std::int64_t combined(std::int64_t a, std::int64_t b, const Place& place) {
  if (a > most_points / b)
    refuse(place, fmt::format("an expansion to {} times {} values", a, b),
           fmt::format("at most {} in all", most_points), "shorten the lists");
  return a * b;
}

Budget read_budget(const toml::node& node, const Place& place) {
  constexpr const char* form = "{ feature_dim = [64, 256] } or { projections = [64, 256] }";
  const toml::table* table = node.as_table();
  if (table == nullptr) refuse(place, node_words(node), form);
  if (table->size() != 1) {
    std::vector<std::string> names;
    for (const Entry& entry : entries_in_file_order(*table)) names.push_back(entry.key);
    refuse(place,
           names.empty() ? "an empty table" : fmt::format("about {}", fmt::join(names, " and ")),
           fmt::format("about one: {}", form),
           names.empty() ? "add one of them"
                         : "keep one, and give the other to a second [[methods]] table");
  }
  Budget budget;
  budget.where = place.where;
  budget.quantity = std::string(table->begin()->first.str());
  if (budget.quantity != "feature_dim" && budget.quantity != "projections")
    refuse(place, fmt::format("about '{}'", budget.quantity), form);
  const Place inner{place.where, fmt::format("{}.{}", place.name, budget.quantity)};
  for (const GivenValue& value : read_axis(table->begin()->second, inner)) {
    const auto* limit = std::get_if<std::int64_t>(&value);
    if (limit == nullptr || *limit < 1)
      refuse(inner, node_text(table->begin()->second), "whole numbers of at least 1");
    budget.limits.push_back(*limit);
  }
  return budget;
}

std::vector<GivenValue> read_axis(const toml::node& node, const Place& place) {
  if (const toml::table* table = node.as_table()) return read_table(*table, place);
  const toml::array* array = node.as_array();
  if (array == nullptr) return {read_scalar(node, place)};
  if (array->empty())
    refuse(place, "an empty list", "a list of at least one value",
           "give a value or remove the key");
  std::vector<GivenValue> values;
  for (const toml::node& element : *array) {
    if (const toml::array* inner = element.as_array()) {
      values.emplace_back(read_list(*inner, place));
    } else if (const toml::table* table = element.as_table()) {
      const std::vector<GivenValue> nested = read_table(*table, place);
      values.insert(values.end(), nested.begin(), nested.end());
    } else {
      values.push_back(read_scalar(element, place));
    }
  }
  return values;
}

}  // namespace kapprox
