// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "bases.hpp"

#include <algorithm>
#include <utility>

namespace kapprox {

namespace {

// Direction i is the same for every m, so that the first of them tell two laws apart.
constexpr Index probe_directions = 64;

std::shared_ptr<const RandomFeatureMap> base(const Parameters& parameters, std::string_view name,
                                             const std::string& method) {
  auto map = parameters.method<RandomFeatureMap>(name);
  if (map) return map;
  throw InputError(method + ": " + std::string(name) +
                   " does not look at queries and keys through random directions alone, but must; "
                   "choose trig, positive, hyperbolic, oprf, sderf or another random feature map.");
}

const DirectionDraw& second_draw(const BaseDraws& draws) {
  return draws.second ? *draws.second : draws.first;
}

FeatureBlock block_of(Segment segment) {
  FeatureBlock block;
  block.segments.push_back(std::move(segment));
  return block;
}

}  // namespace

DirectionRequest joint_request(const FittedMap& a, const FittedMap& b) {
  DirectionRequest request = a.request();
  request.squared_norms = request.squared_norms || b.request().squared_norms;
  return request;
}

bool draw_alike(const FittedMap& a, const FittedMap& b) {
  if (a.request().count != b.request().count) return false;
  DirectionRequest request = joint_request(a, b);
  request.count = std::min(request.count, probe_directions);
  const Stream stream(0);
  const DirectionDraw of_a = a.map().directions().draw(stream, request);
  const DirectionDraw of_b = b.map().directions().draw(stream, request);
  const std::span<const double> x = of_a.coordinates.values();
  const std::span<const double> y = of_b.coordinates.values();
  return std::equal(x.begin(), x.end(), y.begin(), y.end());
}

void Bases::declare(Declarations& declarations) {
  declarations.integer("m", "number of random directions of each base")
      .at_least(1)
      .at_most(most_directions);
  declarations.method(Kind::directions, "directions", "law of the random directions of both bases")
      .otherwise(std::string_view("iid"));
  declarations.boolean("shared", "both bases see the same directions, or each draws its own")
      .otherwise(true);
  declarations
      .method(Kind::kernel, "first", "base that λ̂ multiplies; takes m and directions from here")
      .handing_down({"m", "directions"})
      .otherwise(std::string_view("hyperbolic"));
  declarations
      .method(Kind::kernel, "second",
              "base that 1 - λ̂ multiplies; takes m and directions from here")
      .handing_down({"m", "directions"})
      .otherwise(std::string_view("trig"));
}

Bases::Bases(const Parameters& parameters, const std::string& method)
    : first(base(parameters, "first", method)),
      second(base(parameters, "second", method)),
      shared(parameters.boolean("shared")) {}

Claims Bases::claims() const { return claims_of_both(first->claims(), second->claims()); }

Index Bases::directions_per_token() const {
  const Index of_first = first->direction_count();
  const Index of_second = second->direction_count();
  return shared ? std::max(of_first, of_second) : of_first + of_second;
}

FittedBases::FittedBases(const Bases& bases, const Problem& problem)
    : bases_(bases),
      first_(*bases.first, problem),
      second_(*bases.second, problem),
      request_(joint_request(first_, second_)),
      one_draw_(bases.shared && draw_alike(first_, second_)) {}

BaseDraws FittedBases::draw(const Stream& stream) const {
  const Stream omega = stream.at(Slot::omega);
  const Directions& first = first_.map().directions();
  BaseDraws draws;
  draws.first = first.draw(omega, one_draw_ ? request_ : first_.request());
  if (!one_draw_) {
    const Stream other = bases_.shared ? omega : stream.at(Slot::second_omega);
    draws.second = second_.map().directions().draw(other, second_.request());
  }
  draws.first_statistics = first_.map().draw_statistics(draws.first);
  draws.second_statistics = second_.map().draw_statistics(second_draw(draws));
  return draws;
}

Segment FittedBases::first_segment(const BaseDraws& draws, Side side, ConstMatrixView rows) const {
  FeatureBlock block = first_.features(draws.first, draws.first_statistics, side, rows);
  return std::move(block.segments.front());
}

Segment FittedBases::second_segment(const BaseDraws& draws, Side side, ConstMatrixView rows) const {
  FeatureBlock block = second_.features(second_draw(draws), draws.second_statistics, side, rows);
  return std::move(block.segments.front());
}

void FittedBases::estimate(const BaseDraws& draws, ConstMatrixView queries, ConstMatrixView keys,
                           std::span<const Pair> pairs, std::span<LogNumber> first,
                           std::span<LogNumber> second) const {
  estimate_from_features(block_of(first_segment(draws, Side::query, queries)),
                         block_of(first_segment(draws, Side::key, keys)), pairs, first);
  estimate_from_features(block_of(second_segment(draws, Side::query, queries)),
                         block_of(second_segment(draws, Side::key, keys)), pairs, second);
}

std::optional<BaseMoments> FittedBases::moments(std::span<const double> query,
                                                std::span<const double> key,
                                                bool with_fourth) const {
  const auto theory_of = [&](const FittedMap& map) {
    return with_fourth ? map.theory(query, key) : map.mean_and_variance(query, key);
  };
  const std::optional<Theory> first = theory_of(first_);
  const std::optional<Theory> second = theory_of(second_);
  if (!first || !second) return std::nullopt;
  BaseMoments moments{*first, *second, std::nullopt, !bases_.shared};
  if (!bases_.shared)
    moments.covariance = LogNumber{};
  else if (one_draw_)
    moments.covariance = FittedMap::shared_covariance(first_, second_, query, key);
  return moments;
}

}  // namespace kapprox
