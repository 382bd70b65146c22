// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kapprox {

namespace {

// Rows of keys projected at a time: the products of all would not stay in the cache.
constexpr Index rows_together = 64;

// log(exp(a) + exp(b)), b = −infinity allowed.
double log_sum(double a, double b) {
  const double large = std::max(a, b);
  return large + std::log1p(std::exp(std::min(a, b) - large));
}

// exp(M) (exp(e_i − M) + ε) / √m for the exponents e_i, divided by its largest value.
void smoothed(std::span<const double> exponents, double maximum, double epsilon, FeatureRow out) {
  const double log_epsilon = std::log(epsilon);
  const double largest = log_sum(max_value(exponents) - maximum, log_epsilon);
  for (std::size_t i = 0; i < exponents.size(); ++i)
    out.values[i] = exponents[i] - maximum - largest;
  vector_exp(out.values, out.values);
  const double share = std::exp(log_epsilon - largest);
  for (double& value : out.values) value += share;
  out.log_scale = largest + maximum - 0.5 * std::log(static_cast<double>(exponents.size()));
}

}  // namespace

void Performer::declare(Declarations& declarations) {
  RandomFeatureMap::declare(declarations);
  declarations.real("epsilon", "ε: added to every feature; the code's attention has 1e-6")
      .at_least(0.0)
      .at_most(1.0)
      .otherwise(1e-6);
  declarations.choice("stabiliser",
                      "M: the largest ω·x of a query, and over all keys of a key, or 0",
                      {"max", "none"});
}

Performer::Performer(const Parameters& parameters, Matrix keys)
    : RandomFeatureMap(parameters),
      parameters_(parameters),
      epsilon_(parameters.real("epsilon")),
      takes_maximum_(parameters.choice("stabiliser") == "max"),
      keys_(std::move(keys)) {}

Claims Performer::do_map_claims() const {
  return {.unbiased = epsilon_ == 0.0,
          .nonnegative = true,
          .rotation_invariant = true,
          .fits_data = looks_at_keys(),
          .exact_at_opposite = epsilon_ == 0.0};
}

std::optional<ExponentialForm> Performer::do_form() const {
  if (epsilon_ > 0.0) return std::nullopt;
  return ExponentialForm::positive();
}

// One direction's share is (u + ε)(v + ε) with u = exp(ω·x − ‖x‖²/2) and v likewise of y. Moments
// of u and v are lognormal: E uᵃ vᵇ = exp(a(a − 1)‖x‖²/2 + b(b − 1)‖y‖²/2 + ab x·y).
std::optional<MapTerm> Performer::do_term(std::span<const double> x,
                                          std::span<const double> y) const {
  if (takes_maximum_) return std::nullopt;
  const double x_x = dot(x, x);
  const double y_y = dot(y, y);
  const double x_y = dot(x, y);
  // In units of exp(x·y).
  const LogNumber epsilon = {epsilon_, -x_y};
  const LogNumber var_product = exp_minus_one(x_x + 2.0 * x_y + y_y);  // Var uv
  const LogNumber var_sum = exp_minus_one(x_x) + exp_minus_one(y_y) +  // Var(u + v)
                            2.0 * exp_minus_one(x_y);
  const LogNumber covariance =
      exp_minus_one(x_x + x_y) + exp_minus_one(y_y + x_y);  // Cov(uv, u + v)
  const LogNumber mean = LogNumber{1.0, 0.0} + epsilon * LogNumber{2.0 + epsilon_, 0.0};
  const LogNumber variance = var_product + 2.0 * epsilon * covariance + epsilon * epsilon * var_sum;
  return MapTerm{{mean, variance}, std::nullopt};
}

std::shared_ptr<const RandomFeatureMap> Performer::do_fit(const Problem& problem) const {
  if (!looks_at_keys()) return nullptr;
  check_at_least("keys of the problem", problem.keys.rows, 1);
  Matrix keys(problem.keys.rows, problem.rank());
  for (Index i = 0; i < keys.rows(); ++i)
    std::copy(problem.keys.row(i).begin(), problem.keys.row(i).end(), keys.row(i).begin());
  return std::make_shared<const Performer>(parameters_, std::move(keys));
}

// M of the keys, one number.
std::vector<double> Performer::do_draw_statistics(const DirectionDraw& draw) const {
  if (!looks_at_keys()) return {};
  std::vector<double> maxima;
  for (Index first = 0; first < keys_.rows(); first += rows_together) {
    ConstMatrixView some = keys_;
    some.data += first * some.stride;
    some.rows = std::min(rows_together, keys_.rows() - first);
    Matrix products(some.rows, draw.coordinates.rows());
    multiply_transposed(some, draw.coordinates, products);
    maxima.push_back(max_value(products.values()));
  }
  return {max_value(maxima)};
}

void Performer::do_map(const Projections& projections, Side side, Segment& out) const {
  std::vector<double> exponents;
  for (Index row = 0; row < projections.rows(); ++row) {
    const std::span<const double> products = projections.row(row);
    const double half = projections.half_squared_norm(row);
    if (epsilon_ == 0.0) {
      exp_shifted(products, half, projections.directions(), feature_row(out, row));
      continue;
    }
    double maximum = 0.0;
    if (takes_maximum_)
      maximum = side == Side::query ? max_value(products) : projections.draw_statistics.front();
    exponents.clear();
    for (const double product : products) exponents.push_back(product - half);
    smoothed(exponents, maximum, epsilon_, feature_row(out, row));
  }
}

}  // namespace kapprox
