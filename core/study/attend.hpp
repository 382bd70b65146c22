// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// One attention method, one draw, on all heads of a user's file: what `kapprox attend` does. Every
// head is given the same address, so that all share the draw.
#pragma once

#include "inputs/file_arrays.hpp"
#include "io/dataset.hpp"

#include <kapprox/attention_method.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kapprox {

struct AttendOptions {
  bool causal = false;
  Index window = 0;             // 0: none
  std::optional<double> scale;  // of logits; else the file's own, else 1/√d
  double temperature = 1.0;     // divides the logits
  std::uint64_t seed = 0;
  bool compare = false;  // with exact attention
  bool weights = false;  // of the same draw as the output
  std::function<void(Index done, Index heads)> on_progress;
};

// Head-major over the rows of the file.
struct AttendResult {
  std::vector<std::int64_t> shape;            // of the queries, the last axis d_v
  std::vector<double> rows;                   // outputs
  std::vector<double> log_normaliser;         // log |normaliser|; empty where a method has none
  std::vector<std::int64_t> normaliser_sign;  // −1, 0 or 1; empty likewise
  std::vector<std::int64_t> flags;            // RowFlag, or 3 for a negative normaliser
  double logit_scale = 1.0;                   // what q·k was multiplied by, temperature included
  std::string mask;                           // in words, or "differs by head"
  Index keys = 0;                             // n_k
  std::vector<double> weights;                // head × query × key with `weights`, else empty
  // With `compare`, else empty; per head and per row. The first is Frobenius: ‖o − exact‖/‖exact‖.
  std::vector<double> head_errors;
  std::vector<double> row_errors;
};

inline constexpr std::int64_t negative_normaliser = 3;

// Throws InputError, opening with `where`, when the file has no values, the method cannot honour
// the mask, or weights are asked for that the method does not have or that are more than
// most_weights a head.
AttendResult attend(const AttentionMethod& method, const FileArrays& arrays,
                    const AttendOptions& options, const std::string& where);

// As the root of an HDF5 file: `out` with the axes of q, and what belongs to its rows and heads.
Group attend_group(const AttendResult& result);

}  // namespace kapprox
