// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// A random feature map fitted to one problem: centred, fitted to the data where the map asks for
// it, and able to map rows under a draw that somebody else made. RandomFeatureMap prepares one; a
// method made of several maps (a hybrid) holds several and hands them one draw.
#pragma once

#include <kapprox/random_feature_map.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kapprox {

class FittedMap {
 public:
  // `map` must outlive this.
  FittedMap(const RandomFeatureMap& map, const Problem& problem);

  const RandomFeatureMap& map() const { return map_; }

  // What a draw must hold for this map.
  const DirectionRequest& request() const { return request_; }

  // One segment: the features of n rows (n × rank) under `draw`. Whoever maps more than once under
  // a draw keeps its statistics, map().draw_statistics(draw), and gives them.
  FeatureBlock features(const DirectionDraw& draw, Side side, ConstMatrixView rows) const;
  FeatureBlock features(const DirectionDraw& draw, std::span<const double> draw_statistics,
                        Side side, ConstMatrixView rows) const;

  // Mean and variance of the estimate, absolute units; empty where unknown.
  std::optional<Theory> theory(std::span<const double> query, std::span<const double> key) const;
  // The same without the fourth moment, which takes most of the time: for methods that ask for it
  // in every draw.
  std::optional<Theory> mean_and_variance(std::span<const double> query,
                                          std::span<const double> key) const;

  // Cov of the estimates of two maps under one shared draw of m directions, absolute units. Both
  // maps must have the same m and the same law of directions. Empty where unknown: for maps without
  // a form, directions without normal marginals, couplings that have no closed form.
  static std::optional<LogNumber> shared_covariance(const FittedMap& a, const FittedMap& b,
                                                    std::span<const double> query,
                                                    std::span<const double> key);

 private:
  // A pair in the coordinates the map works in: x = q − c, y = k − c'.
  struct CentredPair {
    std::vector<double> x;
    std::vector<double> y;
  };
  CentredPair centred(std::span<const double> query, std::span<const double> key) const;
  Matrix centred(Side side, ConstMatrixView rows) const;
  std::optional<Theory> theory(std::span<const double> query, std::span<const double> key,
                               bool with_fourth) const;
  std::optional<Theory> form_theory(const ExponentialForm& form, const CentredPair& pair,
                                    bool with_fourth) const;
  std::optional<Theory> term_theory(const CentredPair& pair) const;

  std::vector<double> query_centre_;  // rank entries; empty: not shifted
  std::vector<double> key_centre_;
  std::shared_ptr<const RandomFeatureMap> fitted_;
  const RandomFeatureMap& map_;
  DirectionRequest request_;
};

}  // namespace kapprox
