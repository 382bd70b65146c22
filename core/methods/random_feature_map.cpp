// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What every random feature map shares: m, the draw, the projections, the claims, and the theory
// of complex-exponential maps (Choromanski et al., "Hybrid Random Features", ICLR 2022; orthogonal
// directions enter through Directions::coupling).
#include <kapprox/error.hpp>
#include <kapprox/random_feature_map.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>

namespace kapprox {

namespace {

constexpr double most_directions = 16'777'216.0;  // 2^24

class RandomFeatureSample final : public FeatureSample {
 public:
  RandomFeatureSample(const RandomFeatureMap& map, DirectionDraw directions)
      : map_(map), directions_(std::move(directions)) {}

 private:
  FeatureBlock do_map(Side side, ConstMatrixView rows) const override {
    const Index count = directions_.coordinates.rows();
    check_size("width of the rows", rows.cols, directions_.coordinates.cols());
    Matrix products(rows.rows, count);
    multiply_transposed(rows, directions_.coordinates, products);
    std::vector<double> half_squared_norms;
    for (Index i = 0; i < rows.rows; ++i)
      half_squared_norms.push_back(0.5 * dot(rows.row(i), rows.row(i)));

    FeatureBlock block;
    block.segments.push_back(Segment::zeros(rows.rows, map_.features_per_direction() * count));
    map_.map({products, half_squared_norms, directions_.squared_norms}, side,
             block.segments.front());
    return block;
  }

  const RandomFeatureMap& map_;
  DirectionDraw directions_;
};

class PreparedRandomFeatureMap final : public PreparedKernel {
 public:
  PreparedRandomFeatureMap(const RandomFeatureMap& map,
                           std::shared_ptr<const RandomFeatureMap> fitted, const Problem& problem)
      : fitted_(std::move(fitted)),
        map_(fitted_ ? *fitted_ : map),
        form_(map_.form()),
        request_{problem.ambient_dim, problem.rank(), map_.direction_count(), problem.in_span_basis,
                 map_.needs_direction_norms()} {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    return std::make_unique<RandomFeatureSample>(
        map_, map_.directions().draw(stream.at(Slot::omega), request_));
  }

  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    if (!form_ || !map_.claims().unbiased) return std::nullopt;
    const FormAtPair estimator{*form_, query, key};
    const std::optional<LogNumber> extra = coupling(estimator);
    if (!extra) return std::nullopt;

    const double exact = dot(query, key);
    const auto count = static_cast<double>(request_.count);
    LogNumber one = relative_covariance(estimator, estimator);
    one.value /= count;
    Theory theory;
    theory.mean = {1.0, exact};
    theory.variance = (one + *extra) * LogNumber{1.0, 2.0 * exact};
    theory.fourth = fourth_central_moment(estimator, request_.count) * LogNumber{1.0, 4.0 * exact};
    theory.fourth_is_exact = map_.directions().claims().independent;
    if (!theory.fourth_is_exact) {
      // As a guide, the kurtosis of independent directions: coupling may take away most of the
      // variance, and their fourth moment beside the small variance would cry wolf.
      const double shrink = one.value == 0.0 ? 1.0 : (one + *extra).over(one.log_abs());
      theory.fourth->value *= shrink * shrink;
    }
    return theory;
  }

  // What the directions' coupling adds. It is known for forms {a} and {a, −a} with a² real: then
  // one number s·s tells all.
  std::optional<LogNumber> coupling(const FormAtPair& estimator) const {
    const Directions& directions = map_.directions();
    if (directions.claims().independent) return LogNumber{};
    const std::complex<double> a = form_->members.front();
    const bool is_simple = std::all_of(form_->members.begin(), form_->members.end(),
                                       [a](std::complex<double> b) { return b == a || b == -a; });
    const double square = std::real(a * a);
    if (!is_simple || std::imag(a * a) != 0.0) return std::nullopt;

    // s·s for s = a x + y / a = a (x + y / a²).
    double sum = 0.0;
    for (std::size_t l = 0; l < estimator.x.size(); ++l) {
      const double component = estimator.x[l] + estimator.y[l] / square;
      sum += component * component;
    }
    return directions.coupling(square * sum, request_.ambient_dim, request_.count);
  }

  std::shared_ptr<const RandomFeatureMap> fitted_;
  const RandomFeatureMap& map_;
  std::optional<ExponentialForm> form_;
  DirectionRequest request_;
};

}  // namespace

void RandomFeatureMap::declare(Declarations& declarations) {
  declarations.integer("m", "number of random directions").at_least(1).at_most(most_directions);
  declarations.method(Kind::directions, "directions", "law of the random directions")
      .otherwise(std::string_view("iid"));
}

RandomFeatureMap::RandomFeatureMap(const Parameters& parameters)
    : direction_count_(parameters.integer("m")),
      directions_(parameters.method<Directions>("directions")) {
  if (!directions_) throw Error("RandomFeatureMap: directions are missing, but must be given");
}

void RandomFeatureMap::map(const Projections& projections, Side side, Segment& out) const {
  const Index rows = projections.rows();
  const Index count = projections.directions();
  check_size("half squared norms", static_cast<Index>(projections.half_squared_norms.size()), rows);
  if (needs_direction_norms())
    check_size("direction squared norms",
               static_cast<Index>(projections.direction_squared_norms.size()), count);
  check_size("feature rows", out.values.rows(), rows);
  check_size("log-scales", static_cast<Index>(out.log_scale.size()), rows);
  check_size("features", out.values.cols(), features_per_direction() * count);
  do_map(projections, side, out);
}

Claims RandomFeatureMap::do_claims() const {
  const DirectionClaims directions = directions_->claims();
  Claims claims = do_map_claims();
  claims.random = true;
  claims.unbiased = claims.unbiased && directions.gaussian_marginals;
  claims.rotation_invariant = claims.rotation_invariant && directions.rotation_invariant;
  return claims;
}

Cost RandomFeatureMap::do_cost(Index ambient_dim) const {
  Cost cost;
  cost.feature_dim = features_per_direction() * direction_count_;
  cost.projections_per_token = direction_count_;
  cost.multiply_adds_per_token =
      static_cast<double>(direction_count_) * static_cast<double>(ambient_dim) +
      static_cast<double>(cost.feature_dim);
  return cost;
}

std::unique_ptr<const PreparedKernel> RandomFeatureMap::do_prepare(const Problem& problem) const {
  return std::make_unique<PreparedRandomFeatureMap>(*this, fit(problem), problem);
}

void exp_shifted(std::span<const double> exponents, double shift, Index count, FeatureRow out) {
  check_size("features of a row", static_cast<Index>(out.values.size()),
             static_cast<Index>(exponents.size()));
  check_at_least("count", count, 1);
  const double largest = max_value(exponents);
  for (std::size_t f = 0; f < exponents.size(); ++f) out.values[f] = exponents[f] - largest;
  vector_exp(out.values, out.values);
  out.log_scale = largest - shift - 0.5 * std::log(static_cast<double>(count));
}

}  // namespace kapprox
