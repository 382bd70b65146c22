// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The two random feature maps that a hybrid mixes: their parameters, their draws of ω, shared or
// independent, and the variances and covariance of their estimates.
#pragma once

#include "mixture.hpp"

#include <kapprox/plugin.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kapprox {

// True where both maps take as many directions and their laws, asked from one address, answer with
// the same bits: then one draw serves both. A law's name is in the address, and whatever else makes
// two laws differ (a parameter) shows in what they draw.
bool draw_alike(const FittedMap& a, const FittedMap& b);

// What a draw must hold for both of them.
DirectionRequest joint_request(const FittedMap& a, const FittedMap& b);

// The parameters m, directions, shared, first and second.
struct Bases {
  std::shared_ptr<const RandomFeatureMap> first;
  std::shared_ptr<const RandomFeatureMap> second;
  bool shared = true;

  static void declare(Declarations& declarations);
  // Throws InputError, opened by `method`, where a base is no random feature map.
  Bases(const Parameters& parameters, const std::string& method);

  // What holds for a sum of both estimates whose coefficients sum to 1.
  Claims claims() const;
  // Random directions per token: one set where ω is shared and both maps take as many.
  Index directions_per_token() const;
};

// One draw of ω for both bases; the second is empty where they share it. Statistics are what the
// bases make of their draw, once.
struct BaseDraws {
  DirectionDraw first;
  std::optional<DirectionDraw> second;
  std::vector<double> first_statistics;
  std::vector<double> second_statistics;
};

class FittedBases {
 public:
  // `bases` must outlive this.
  FittedBases(const Bases& bases, const Problem& problem);

  BaseDraws draw(const Stream& stream) const;
  Segment first_segment(const BaseDraws& draws, Side side, ConstMatrixView rows) const;
  Segment second_segment(const BaseDraws& draws, Side side, ConstMatrixView rows) const;

  // Both base estimates of exp(q·k) for each pair.
  void estimate(const BaseDraws& draws, ConstMatrixView queries, ConstMatrixView keys,
                std::span<const Pair> pairs, std::span<LogNumber> first,
                std::span<LogNumber> second) const;

  // Empty where the variance of a base is unknown. Fourth moments take most of the time: a method
  // that asks in every draw leaves them out.
  std::optional<BaseMoments> moments(std::span<const double> query, std::span<const double> key,
                                     bool with_fourth) const;

 private:
  const Bases& bases_;
  FittedMap first_;
  FittedMap second_;
  DirectionRequest request_;  // serves both where they share one draw
  bool one_draw_;
};

}  // namespace kapprox
