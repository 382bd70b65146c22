// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a built method says about itself. Every claim is tested; none is taken on trust.
#pragma once

#include <kapprox/log_number.hpp>
#include <kapprox/types.hpp>

#include <optional>
#include <string>

namespace kapprox {

struct Claims {
  bool random = false;              // false: one draw tells all, variance is exactly 0
  bool unbiased = false;            // E[estimate] = exp(q·k)
  bool nonnegative = false;         // no estimate is below 0
  bool rotation_invariant = false;  // the law is unchanged when q and k are rotated together
  bool fits_data = false;           // prepare looks at the problem's queries and keys
  bool exact_at_equal = false;      // every estimate is exp(q·k) where q = k
  bool exact_at_opposite = false;   // likewise where q = −k
  bool exact_at_zero = false;       // likewise where q = 0 or k = 0
};

// What one token costs.
struct Cost {
  Index feature_dim = 0;               // D, real features; 0 where there are none
  Index projections_per_token = 0;     // inner products with random directions
  double multiply_adds_per_token = 0;  // to map one query or key to its features
};

// Closed-form law of one estimate of exp(q·k), absolute units.
struct Theory {
  LogNumber mean;
  LogNumber variance;
  std::optional<LogNumber> fourth;  // fourth central moment
  bool fourth_is_exact = false;     // false: a guide to the tails only (coupled directions)

  // What a reader of results must know of the method at this pair ("outside of its range"), one
  // clause that stands in the point's `message`; "" for nothing. The point stays ok.
  std::string note = {};
};

}  // namespace kapprox
