// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The covariance, under one draw, of the relative errors of a random feature map's estimates for
// one query and many keys: from inner products alone.
#pragma once

#include <kapprox/random_feature_map.hpp>

#include <optional>
#include <span>
#include <vector>

namespace kapprox::linear {

// x·x, x·y_j of a query x and the keys y_j it sees.
struct QueryProducts {
  double own = 0.0;
  std::vector<double> with_keys;  // n
};

class RelativeCovariance {
 public:
  // Empty where the map has no form of this kind, or directions without normal marginals.
  static std::optional<RelativeCovariance> of(const RandomFeatureMap& map, Index ambient_dim);

  // True: entries need the law of the directions, some thousand times the work.
  bool is_coupled() const { return !directions_->claims().independent; }

  // No exponent at this query is above this; key_products (n × n) holds y_j·y_l.
  double largest_exponent(const QueryProducts& query, ConstMatrixView key_products) const;

  // out[l] = exp(−log_unit) · C_jl for all keys l; log_unit is 0 or at least 1. False where the
  // coupling is unknown.
  bool row(const QueryProducts& query, ConstMatrixView key_products, Index key, double log_unit,
           std::span<double> out) const;

 private:
  RelativeCovariance(double square, bool two_sided, const RandomFeatureMap& map, Index ambient_dim)
      : square_(square),
        two_sided_(two_sided),
        directions_(&map.directions()),
        count_(map.direction_count()),
        ambient_dim_(ambient_dim) {}

  // s_j·s_l of s_j = a x + y_j / a.
  double exponent(const QueryProducts& query, ConstMatrixView key_products, Index j,
                  Index l) const {
    return square_ * query.own + query.with_keys[static_cast<std::size_t>(j)] +
           query.with_keys[static_cast<std::size_t>(l)] + key_products(j, l) / square_;
  }
  bool add_coupling(const QueryProducts& query, ConstMatrixView key_products, Index key,
                    double log_unit, std::span<double> out) const;

  double square_;   // a², negative for trigonometric features
  bool two_sided_;  // cosh in place of exp
  const Directions* directions_;
  Index count_;
  Index ambient_dim_;
};

}  // namespace kapprox::linear
