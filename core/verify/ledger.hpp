// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Where checks write down what they compared. A ledger keeps one line per check over all configs:
// how many comparisons, the one nearest to its limit, the first fault with the words that let
// somebody see it again, or why the check does not apply.
#pragma once

#include "verify/verify.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kapprox {

class Ledger {
 public:
  // What is being tried from now on: the config's key and the command that tries it again.
  void at_config(std::string key, std::string command);

  // A comparison that holds or does not; `fault` is the sentence for when it does not, `place` says
  // where: "d = 5, trial 3, query 2". Returns `holds`.
  bool holds(std::string_view check, bool holds, const std::string& fault,
             const std::string& place = {});

  // |value| must not exceed limit. `quantity` names the value: "|z|", "relative difference".
  bool within(std::string_view check, std::string_view quantity, double value, double limit,
              const std::string& fault, const std::string& place = {});

  // The check does not apply to this config, and why: said where no config has a comparison.
  void not_applicable(std::string_view check, std::string reason);
  // A comparison that could not be made, and why: always said.
  void left_out(std::string_view check, std::string reason);

  bool has_failed(std::string_view check) const;
  std::vector<Finding> findings() const;

 private:
  struct Line {
    std::string check;
    Index comparisons = 0;
    Index faults = 0;
    double largest = -1.0;  // of |value| / limit
    std::string largest_text;
    std::string fault;  // of the first fault
    std::string again;
    std::string reason;  // the first one why it does not apply
    std::string left_out_reason;
    Index left_out = 0;
    std::vector<std::string> configs;
  };

  Line& line(std::string_view check);
  void count(Line& line);

  std::vector<Line> lines_;
  std::string key_;
  std::string command_;
};

}  // namespace kapprox
