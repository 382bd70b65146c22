// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The base of random feature maps: it owns m, the directions and the centring, draws ω, computes
// ω·x and ‖x‖²/2, and leaves the author one function, do_map, plus what the map claims. Theory
// follows from do_form, or from do_term where the map is no complex exponential.
//
// Centring is exact (docs/methods/gaussian_tilt.md): with the mean query c and the mean key c' of
// the problem, exp(q·k) = exp((q − c)·(k − c')) exp(c'·q) exp(c·k) exp(−c·c'), and the last three
// factors go into the features. centre = "keys" takes c = 0. do_fit and do_map see centred rows.
#pragma once

#include <kapprox/directions.hpp>
#include <kapprox/exponential_form.hpp>
#include <kapprox/feature_map.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kapprox {

// What do_map sees of n rows x under one draw of m directions.
struct Projections {
  ConstMatrixView products;                    // n × m: ω_i·x, or ω_i·T x: see do_transform
  std::span<const double> half_squared_norms;  // n: ‖x‖²/2
  std::span<const double> direction_squared_norms;  // m: ‖ω_i‖², where asked for, else empty
  ConstMatrixView coordinates;                      // m × rank: ω_i as drawn
  std::span<const double> draw_statistics = {};     // what do_draw_statistics made of the draw

  Index rows() const { return products.rows; }
  Index directions() const { return products.cols; }
  std::span<const double> row(Index i) const { return products.row(i); }
  double half_squared_norm(Index i) const {
    return half_squared_norms[static_cast<std::size_t>(i)];
  }
};

// One direction's share of an estimate, in units of exp(x·y), for maps without a form.
struct MapTerm {
  TermLaw law;                                // mean and variance under ω ~ N(0, I)
  std::optional<DirectionTerm> coupled_like;  // has the same covariance between directions
};

enum class Centre { none, keys, both };

class RandomFeatureMap : public FeatureMap {
 public:
  static void declare(Declarations& declarations);  // m, directions, centre

  explicit RandomFeatureMap(const Parameters& parameters);

  Index direction_count() const { return direction_count_; }  // m
  const Directions& directions() const { return *directions_; }
  Centre centre() const { return centre_; }

  // The calls core makes on a map; authors implement the hooks below.
  Index features_per_direction() const { return do_features_per_direction(); }
  bool needs_direction_norms() const { return do_needs_direction_norms(); }
  std::optional<ExponentialForm> form() const { return do_form(); }
  std::optional<MapTerm> term(std::span<const double> x, std::span<const double> y) const {
    return do_term(x, y);
  }
  std::optional<Matrix> transform(Side side, ConstMatrixView rows) const {
    return do_transform(side, rows);
  }
  std::vector<double> draw_statistics(const DirectionDraw& draw) const {
    return do_draw_statistics(draw);
  }
  void map(const Projections& projections, Side side, Segment& out) const;
  std::shared_ptr<const RandomFeatureMap> fit(const Problem& problem) const {
    return do_fit(problem);
  }

 protected:
  // m·d multiply-adds for ω·x and one per feature; maps that do more add to it.
  Cost do_cost(Index ambient_dim) const override;

 private:
  // What holds when every ω_i ~ N(0, I): the base takes `random` for granted and withdraws what the
  // directions or the centring do not allow.
  virtual Claims do_map_claims() const = 0;
  virtual Index do_features_per_direction() const = 0;  // D = this · m
  // The member of the exponential family this map is; empty: do_term, or no theory.
  virtual std::optional<ExponentialForm> do_form() const { return std::nullopt; }
  // For maps without a form: the law of one direction's share at a pair (rank entries each).
  virtual std::optional<MapTerm> do_term(std::span<const double>, std::span<const double>) const {
    return std::nullopt;
  }
  // True: the map reads Projections::direction_squared_norms, which are empty otherwise.
  virtual bool do_needs_direction_norms() const { return false; }
  // n × rank rows to project in place of the given ones; empty: the rows themselves.
  virtual std::optional<Matrix> do_transform(Side, ConstMatrixView) const { return std::nullopt; }
  // Numbers that depend on ω alone, computed once per sample and not once per call of do_map.
  virtual std::vector<double> do_draw_statistics(const DirectionDraw&) const { return {}; }
  // Fills out.values (n × D, largest size 1 per row) and out.log_scale, including 1/√m.
  virtual void do_map(const Projections& projections, Side side, Segment& out) const = 0;
  // Data-dependent maps return a fitted copy of themselves and claim fits_data; null: the map does
  // not look at data.
  virtual std::shared_ptr<const RandomFeatureMap> do_fit(const Problem&) const { return nullptr; }

  Claims do_claims() const final;
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem& problem) const override;

  Index direction_count_;
  std::shared_ptr<const Directions> directions_;
  Centre centre_;
};

// out.values = exp(exponents − M), out.log_scale = M − shift − log(count)/2, with M = max
// exponents: the features exp(e_i − shift)/√count in the log domain.
void exp_shifted(std::span<const double> exponents, double shift, Index count, FeatureRow out);

}  // namespace kapprox
