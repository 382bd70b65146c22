// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Lines of the report, in the order in which checks first speak.
#include "verify/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace kapprox {

namespace {

std::string counted(Index number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace

void Ledger::at_config(std::string key, std::string command) {
  key_ = std::move(key);
  command_ = std::move(command);
}

Ledger::Line& Ledger::line(std::string_view check) {
  for (Line& known : lines_)
    if (known.check == check) return known;
  lines_.emplace_back();
  lines_.back().check = check;
  return lines_.back();
}

void Ledger::count(Line& line) {
  ++line.comparisons;
  if (line.configs.empty() || line.configs.back() != key_) line.configs.push_back(key_);
}

bool Ledger::holds(std::string_view check, bool holds, const std::string& fault,
                   const std::string& place) {
  Line& its = line(check);
  count(its);
  if (holds) return true;
  if (its.faults++ == 0) {
    its.fault = fault;
    its.again = fmt::format("{}: {}{}{}", command_, key_, place.empty() ? "" : ", ", place);
  }
  return false;
}

bool Ledger::within(std::string_view check, std::string_view quantity, double value, double limit,
                    const std::string& fault, const std::string& place) {
  const double share = std::abs(value) / limit;
  Line& its = line(check);
  // Not a number is beyond every limit.
  if (!(share <= its.largest)) {
    its.largest = share;
    its.largest_text =
        fmt::format("largest {} {:.2g} (limit {:.2g})", quantity, std::abs(value), limit);
  }
  return holds(check, share <= 1.0, fault, place);
}

void Ledger::not_applicable(std::string_view check, std::string reason) {
  Line& its = line(check);
  if (its.reason.empty()) its.reason = std::move(reason);
}

void Ledger::left_out(std::string_view check, std::string reason) {
  Line& its = line(check);
  if (its.left_out++ == 0) its.left_out_reason = std::move(reason);
}

bool Ledger::has_failed(std::string_view check) const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [&](const Line& line) { return line.check == check && line.faults > 0; });
}

std::vector<Finding> Ledger::findings() const {
  std::vector<Finding> findings;
  for (const Line& line : lines_) {
    Finding finding;
    finding.check = line.check;
    if (line.comparisons == 0) {
      finding.verdict = Verdict::not_applicable;
      finding.detail = line.left_out > 0 ? line.left_out_reason : line.reason;
    } else if (line.faults > 0) {
      finding.verdict = Verdict::failed;
      finding.detail = fmt::format("{} ({} of {})", line.fault, line.faults,
                                   counted(line.comparisons, "comparison"));
      finding.again = line.again;
    } else {
      finding.verdict = Verdict::passed;
      finding.detail =
          fmt::format("{}{}{} in {}", line.largest_text, line.largest_text.empty() ? "" : ", ",
                      counted(line.comparisons, "comparison"),
                      counted(static_cast<Index>(line.configs.size()), "config"));
      if (line.left_out > 0)
        finding.detail += fmt::format("; {} left out: {}", line.left_out, line.left_out_reason);
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace kapprox
