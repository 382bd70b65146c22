// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Parameters: every one says what it is and has a range; a value beside the range or of another
// type is refused with a sentence that names the parameter.
#include "methods/parameters_text.hpp"
#include "verify/checks.hpp"

#include <kapprox/error.hpp>

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view text_check = "parameters: documented";
constexpr std::string_view range_check = "parameters: ranges declared";
constexpr std::string_view bound_check = "parameters: bounds enforced";
constexpr std::string_view type_check = "parameters: wrong types refused";

bool is_number(const Declaration& declaration) {
  return declaration.type == ParameterType::integer || declaration.type == ParameterType::real ||
         declaration.type == ParameterType::reals;
}

bool needs_a_range(const Declaration& declaration) {
  return is_number(declaration) && declaration.type != ParameterType::reals;
}

void check_texts(const MethodEntry& entry, Ledger& ledger) {
  ledger.holds(text_check, !entry.summary.empty() && !entry.reference.empty(),
               "the method has no summary or no reference");
  for (const Declaration& declaration : entry.declarations.all())
    ledger.holds(text_check, !declaration.help.empty() && declaration.help != declaration.name,
                 fmt::format("the help of {} says nothing", declaration.name));
}

// Whole numbers count something that takes memory: they need both ends. Real ones need one.
void check_ranges(const MethodEntry& entry, Ledger& ledger) {
  for (const Declaration& declaration : entry.declarations.all()) {
    if (!needs_a_range(declaration)) continue;
    const bool whole = declaration.type == ParameterType::integer;
    ledger.holds(
        range_check,
        whole ? declaration.least && declaration.most : declaration.least || declaration.most,
        fmt::format("{} is {}, but must have a smallest {} a largest value; add at_least "
                    "and at_most",
                    declaration.name, allowed_text(declaration), whole ? "and" : "or"));
  }
}

class Refusals {
 public:
  Refusals(const Registry& registry, const MethodEntry& entry, MethodSpec base, Ledger& ledger)
      : registry_(registry), entry_(entry), base_(std::move(base)), ledger_(ledger) {}

  // `value` must be refused with an InputError that names the parameter.
  void expect(std::string_view check, const Declaration& declaration, const GivenValue& value) {
    MethodSpec spec = base_;
    spec.parameters[declaration.name] = value;
    const std::string given = fmt::format("{} = {}", declaration.name, given_text(value));
    std::string fault;
    try {
      build_method(registry_, entry_.kind, spec, "verify");
      fault = fmt::format("{} is accepted, but must be {}", given, allowed_text(declaration));
    } catch (const InputError& refusal) {
      if (std::string(refusal.what()).find(declaration.name) == std::string::npos)
        fault = fmt::format("{} is refused without naming it: {}", given, refusal.what());
    } catch (const std::exception& other) {
      fault = fmt::format("{} ends in another error than InputError: {}", given, other.what());
    }
    ledger_.holds(check, fault.empty(), fault);
  }

 private:
  const Registry& registry_;
  const MethodEntry& entry_;
  MethodSpec base_;
  Ledger& ledger_;
};

void check_bounds(const Declaration& declaration, Refusals& refusals) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto wrong = [&](const GivenValue& value) {
    refusals.expect(bound_check, declaration, value);
  };
  if (declaration.type == ParameterType::integer) {
    if (declaration.least) wrong(static_cast<std::int64_t>(*declaration.least) - 1);
    if (declaration.most) wrong(static_cast<std::int64_t>(*declaration.most) + 1);
    return;
  }
  std::vector<double> beyond = {infinity, -infinity, std::nan("")};
  if (declaration.least) beyond.push_back(std::nextafter(*declaration.least, -infinity));
  if (declaration.most) beyond.push_back(std::nextafter(*declaration.most, infinity));
  if (declaration.least && declaration.least_is_excluded) beyond.push_back(*declaration.least);
  if (declaration.most && declaration.most_is_excluded) beyond.push_back(*declaration.most);
  for (const double value : beyond) {
    if (declaration.type == ParameterType::reals)
      wrong(std::make_shared<GivenList>(GivenList{{value}}));
    else
      wrong(value);
  }
}

void check_types(const Declaration& declaration, Refusals& refusals) {
  const auto wrong = [&](const GivenValue& value) {
    refusals.expect(type_check, declaration, value);
  };
  const GivenValue word = std::string("no_such_word");
  wrong(word);
  switch (declaration.type) {
    case ParameterType::integer:
      wrong(2.5);
      wrong(true);
      break;
    case ParameterType::real:
      wrong(true);
      break;
    case ParameterType::boolean:
    case ParameterType::choice:
    case ParameterType::method:
    case ParameterType::reals:
    case ParameterType::methods:
      wrong(std::int64_t{3});
      break;
  }
}

}  // namespace

void check_parameters(const Registry& registry, const MethodEntry& entry,
                      const VerifyOptions& options, Ledger& ledger) {
  check_texts(entry, ledger);
  check_ranges(entry, ledger);
  Refusals refusals(registry, entry, base_spec(registry, entry, options), ledger);
  for (const Declaration& declaration : entry.declarations.all()) {
    if (is_number(declaration)) check_bounds(declaration, refusals);
    check_types(declaration, refusals);
  }
  for (const std::string_view check : {range_check, bound_check, type_check})
    ledger.not_applicable(check, "no such parameter");
}

}  // namespace kapprox
