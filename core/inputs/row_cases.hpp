// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What sources of rows of logits share: the axes n and replicate, and problems that hold rows of
// one length. A case is a row; it depends on no other row, so that adding rows moves none.
#pragma once

#include "inputs/axes.hpp"
#include "inputs/inputs.hpp"

#include <kapprox/stream.hpp>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kapprox {

// The logits of one row to be made, and the address of their draws, which n does not change.
struct RowRequest {
  Index n = 0;
  std::int64_t replicate = 0;
  Stream address;
};

// The keys n and replicate around the source's own.
std::vector<KeyHelp> with_row_keys(std::vector<KeyHelp> own);

// Calls `make` for every n × replicate of a table, in this order.
void for_each_row(const Axes& axes, const Stream& stream, const std::string& source,
                  const std::function<void(const RowRequest&)>& make);

// Gathers rows: a problem per key of a problem and length.
class RowProblems {
 public:
  explicit RowProblems(std::string source) : source_(std::move(source)) {}

  // `row`: n logits of the case `made`, which must have its coordinates (source and n are added)
  // and its name.
  void add(const std::string& problem_key, std::vector<double> row, Case made);

  // The same for a synthetic row: factor · unit, with these parameters, n and replicate as
  // coordinates and in the name.
  void add_scaled(std::span<const double> unit, double factor, const RowRequest& request,
                  const std::vector<std::pair<std::string, double>>& parameters);

  // In the order in which problems were begun.
  std::vector<InputProblem> take();

 private:
  struct Rows {
    std::string key;
    Index n = 0;
    std::vector<std::vector<double>> logits;
    std::vector<Case> cases;
  };

  std::string source_;
  std::map<std::pair<std::string, Index>, std::size_t> place_;
  std::vector<Rows> problems_;
};

}  // namespace kapprox
