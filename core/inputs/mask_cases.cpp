// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "inputs/mask_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kapprox {

KeyHelp mask_help(const std::string& default_word) {
  return {"mask", "attention: none or causal; axis, default " + default_word, false,
          CaseUnit::problem};
}

KeyHelp window_help() {
  return {"window", "attention: keys closer than this only, 0: all of them; axis, default 0", false,
          CaseUnit::problem};
}

std::vector<Mask> masks_of(const Axes& axes, bool causal) {
  static const std::vector<std::string> words = {"none", "causal"};
  std::vector<std::string> chosen = {causal ? "causal" : "none"};
  if (axes.has("mask")) chosen = axes.choices("mask", words);
  std::vector<Mask> masks;
  for (const std::string& word : chosen)
    for (const std::int64_t window : axes.integers("window", 0, 0)) {
      Mask mask;
      mask.causal = word == "causal";
      mask.window = static_cast<Index>(window);
      masks.push_back(std::move(mask));
    }
  return masks;
}

void add_mask_cases(InputProblem& problem, const std::vector<Mask>& masks,
                    const std::vector<std::pair<std::string, Coordinate>>& coordinates,
                    const std::string& key) {
  for (const Mask& mask : masks) {
    const std::string word = mask.causal ? "causal" : "none";
    Case made;
    made.mask = mask;
    made.coordinates = coordinates;
    made.coordinates.emplace_back("n", static_cast<double>(problem.keys.rows()));
    made.coordinates.emplace_back("n_queries", static_cast<double>(problem.queries.rows()));
    made.coordinates.emplace_back("mask", word);
    made.coordinates.emplace_back("window", static_cast<double>(mask.window));
    if (!mask.keys.empty())
      made.coordinates.emplace_back(
          "hidden_keys",
          static_cast<double>(std::count(mask.keys.begin(), mask.keys.end(), std::uint8_t{0})));
    made.key_text = fmt::format("{}/mask={}/window={}", key, word, mask.window);
    problem.cases.push_back(std::move(made));
  }
}

}  // namespace kapprox
