// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Centring, features under a given draw, and the theory of maps: complex exponentials from their
// form, other maps from the law of one direction. What directions add comes from their own law.
#include <kapprox/error.hpp>
#include <kapprox/fitted_map.hpp>
#include <kapprox/rows.hpp>
#include <kapprox/vector_math.hpp>

#include "methods/exponential_choices.hpp"
#include "methods/simple_form.hpp"

#include <cmath>
#include <utility>

namespace kapprox {

namespace {

std::vector<double> difference(std::span<const double> row, const std::vector<double>& centre) {
  std::vector<double> result(row.begin(), row.end());
  for (std::size_t l = 0; l < centre.size(); ++l) result[l] -= centre[l];
  return result;
}

Matrix copy_of(ConstMatrixView rows) {
  Matrix copy(rows.rows, rows.cols);
  for (Index i = 0; i < rows.rows; ++i)
    for (Index j = 0; j < rows.cols; ++j) copy(i, j) = rows(i, j);
  return copy;
}

}  // namespace

FittedMap::FittedMap(const RandomFeatureMap& map, const Problem& problem)
    : query_centre_(map.centre() == Centre::both && problem.queries.rows > 0
                        ? mean_row(problem.queries)
                        : std::vector<double>()),
      key_centre_(map.centre() != Centre::none && problem.keys.rows > 0 ? mean_row(problem.keys)
                                                                        : std::vector<double>()),
      fitted_([&] {
        if (query_centre_.empty() && key_centre_.empty()) return map.fit(problem);
        const Matrix queries = centred(Side::query, problem.queries);
        const Matrix keys = centred(Side::key, problem.keys);
        Problem shifted = problem;
        shifted.queries = queries;
        shifted.keys = keys;
        return map.fit(shifted);
      }()),
      map_(fitted_ ? *fitted_ : map),
      request_{problem.ambient_dim, problem.rank(), map_.direction_count(), problem.in_span_basis,
               map_.needs_direction_norms()} {}

Matrix FittedMap::centred(Side side, ConstMatrixView rows) const {
  Matrix result = copy_of(rows);
  const std::vector<double>& centre = side == Side::query ? query_centre_ : key_centre_;
  for (Index i = 0; i < rows.rows; ++i)
    for (std::size_t l = 0; l < centre.size(); ++l) result(i, static_cast<Index>(l)) -= centre[l];
  return result;
}

FittedMap::CentredPair FittedMap::centred(std::span<const double> query,
                                          std::span<const double> key) const {
  return {difference(query, query_centre_), difference(key, key_centre_)};
}

FeatureBlock FittedMap::features(const DirectionDraw& draw, Side side, ConstMatrixView rows) const {
  return features(draw, map_.draw_statistics(draw), side, rows);
}

FeatureBlock FittedMap::features(const DirectionDraw& draw, std::span<const double> draw_statistics,
                                 Side side, ConstMatrixView rows) const {
  const Index count = request_.count;
  check_size("width of the rows", rows.cols, request_.rank);
  check_size("directions drawn", draw.coordinates.rows(), count);

  const std::vector<double>& own = side == Side::query ? query_centre_ : key_centre_;
  const std::vector<double>& other = side == Side::query ? key_centre_ : query_centre_;
  Matrix shifted;
  ConstMatrixView x = rows;
  if (!own.empty()) x = shifted = centred(side, rows);
  std::vector<double> half_squared_norms;
  for (Index i = 0; i < x.rows; ++i) half_squared_norms.push_back(0.5 * dot(x.row(i), x.row(i)));

  const std::optional<Matrix> transformed = map_.transform(side, x);
  Matrix products(x.rows, count);
  multiply_transposed(transformed ? ConstMatrixView(*transformed) : x, draw.coordinates, products);

  FeatureBlock block;
  block.segments.push_back(Segment::zeros(x.rows, map_.features_per_direction() * count));
  Segment& segment = block.segments.front();
  map_.map({products, half_squared_norms, draw.squared_norms, draw.coordinates, draw_statistics},
           side, segment);

  // exp(c'·q − c·c') for queries, exp(c·k) for keys.
  if (other.empty()) return block;
  const double constant = side == Side::query && !own.empty() ? dot(own, other) : 0.0;
  for (Index i = 0; i < rows.rows; ++i)
    segment.log_scale[static_cast<std::size_t>(i)] += dot(rows.row(i), other) - constant;
  return block;
}

std::optional<Theory> FittedMap::theory(std::span<const double> query,
                                        std::span<const double> key) const {
  return theory(query, key, true);
}

std::optional<Theory> FittedMap::mean_and_variance(std::span<const double> query,
                                                   std::span<const double> key) const {
  return theory(query, key, false);
}

std::optional<Theory> FittedMap::theory(std::span<const double> query, std::span<const double> key,
                                        bool with_fourth) const {
  const CentredPair pair = centred(query, key);
  const std::optional<ExponentialForm> form = map_.form();
  std::optional<Theory> theory = form ? form_theory(*form, pair, with_fourth) : term_theory(pair);
  if (!theory) return std::nullopt;
  const double exact = dot(query, key);
  theory->mean.log_scale += exact;
  theory->variance.log_scale += 2.0 * exact;
  if (theory->fourth) theory->fourth->log_scale += 4.0 * exact;
  return theory;
}

// In units of exp(x·y). Without normal marginals only simple forms have a law.
std::optional<Theory> FittedMap::form_theory(const ExponentialForm& form, const CentredPair& pair,
                                             bool with_fourth) const {
  const FormAtPair estimator{form, pair.x, pair.y};
  const Directions& directions = map_.directions();
  const DirectionClaims claims = directions.claims();
  const auto count = static_cast<double>(request_.count);
  const std::optional<DirectionTerm> term = simple_term(estimator);

  std::optional<LogNumber> extra = LogNumber{};
  if (!claims.independent)
    extra = term ? directions.coupling(*term, request_.ambient_dim, request_.count) : std::nullopt;
  if (!extra) return std::nullopt;

  Theory theory;
  if (!claims.gaussian_marginals) {
    if (!term) return std::nullopt;
    const std::optional<TermLaw> law = directions.law(*term, request_.ambient_dim);
    if (!law) return std::nullopt;
    theory.mean = law->mean;
    theory.variance = law->variance / count + *extra;
    return theory;
  }
  const LogNumber one = relative_covariance(estimator, estimator) / count;
  theory.mean = {1.0, 0.0};
  theory.variance = one + *extra;
  if (!with_fourth) return theory;
  theory.fourth = fourth_central_moment(estimator, request_.count);
  theory.fourth_is_exact = claims.independent;
  if (!theory.fourth_is_exact) {
    // As a guide, the kurtosis of independent directions: coupling may take away most of the
    // variance, and their fourth moment beside the small variance would cry wolf.
    const double shrink = one.value == 0.0 ? 1.0 : theory.variance.over(one.log_abs());
    theory.fourth->value *= shrink * shrink;
  }
  return theory;
}

std::optional<Theory> FittedMap::term_theory(const CentredPair& pair) const {
  const DirectionClaims claims = map_.directions().claims();
  if (!claims.gaussian_marginals) return std::nullopt;
  const std::optional<MapTerm> term = map_.term(pair.x, pair.y);
  if (!term) return std::nullopt;
  std::optional<LogNumber> extra = LogNumber{};
  if (!claims.independent)
    extra = term->coupled_like ? map_.directions().coupling(*term->coupled_like,
                                                            request_.ambient_dim, request_.count)
                               : std::nullopt;
  if (!extra) return std::nullopt;
  Theory theory;
  theory.mean = term->law.mean;
  theory.variance = term->law.variance / static_cast<double>(request_.count) + *extra;
  return theory;
}

std::optional<LogNumber> FittedMap::shared_covariance(const FittedMap& a, const FittedMap& b,
                                                      std::span<const double> query,
                                                      std::span<const double> key) {
  check_size("directions of the second map", b.request_.count, a.request_.count);
  const std::optional<ExponentialForm> form_a = a.map_.form();
  const std::optional<ExponentialForm> form_b = b.map_.form();
  const Directions& directions = a.map_.directions();
  if (!form_a || !form_b || !directions.claims().gaussian_marginals) return std::nullopt;
  const CentredPair pair_a = a.centred(query, key);
  const CentredPair pair_b = b.centred(query, key);
  const FormAtPair at_a{*form_a, pair_a.x, pair_a.y};
  const FormAtPair at_b{*form_b, pair_b.x, pair_b.y};

  LogNumber covariance = relative_covariance(at_a, at_b) / static_cast<double>(a.request_.count);
  if (!directions.claims().independent) {
    const std::optional<DirectionTerm> term_a = simple_term(at_a);
    const std::optional<DirectionTerm> term_b = simple_term(at_b);
    if (!term_a || !term_b) return std::nullopt;
    const std::optional<LogNumber> extra = directions.cross_coupling(
        *term_a, *term_b, simple_cosine(at_a, at_b), a.request_.ambient_dim, a.request_.count);
    if (!extra) return std::nullopt;
    covariance = covariance + *extra;
  }
  covariance.log_scale += 2.0 * dot(query, key);
  return covariance;
}

}  // namespace kapprox
