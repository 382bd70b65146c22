// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// On a sphere of squared radius r² the kernel is a series of zonal harmonics,
//
//   exp(r² t) = Σ_l c_l P_l(t),  t = cos θ,  c_l = N_l (r²/2)^l / (d/2)_l · 0F1(; d/2 + l; r⁴/4),
//
// which is N_l Γ(d/2) (2/r²)^{d/2−1} I_{l+d/2−1}(r²). Feature i draws a degree l from q_l = c_l/C,
// C = Σ_{l≤degree} c_l, and is √(C N_l / m) P_l(w·x/‖x‖), w uniform on the sphere: mean
// Σ_{l≤degree} c_l P_l(t) by the addition theorem. Other norms than r are not seen; a row of zeros
// has no direction and stands for the mean over all of them, so that it keeps degree 0 alone.
#include "gegenbauer.hpp"

#include "discrete_law.hpp"
#include "feature_rows.hpp"
#include "rates.hpp"
#include "sphere_series.hpp"
#include "zonal.hpp"

#include <kapprox/error.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace kapprox::sketch {

namespace {

// Beyond it the series has too many terms, and a kernel exp(r²) is none.
constexpr double most_squared_radius = 1e6;

double mean_norm(ConstMatrixView rows) {
  double sum = 0.0;
  for (Index i = 0; i < rows.rows; ++i) sum += std::sqrt(dot(rows.row(i), rows.row(i)));
  return rows.rows == 0 ? 0.0 : sum / static_cast<double>(rows.rows);
}

double fitted_squared_radius(const Problem& problem) {
  const double square = mean_norm(problem.queries) * mean_norm(problem.keys);
  if (square <= most_squared_radius) return square;
  throw InputError("gegenbauer: the product of mean norms is " + shortest(square) +
                   ", but must be at most 10^6; scale queries and keys down");
}

// Products of norms this far from r², relative to it, are told to the reader; rounding is not.
constexpr double told_difference = 1e-6;

class GegenbauerSample final : public FeatureSample {
 public:
  GegenbauerSample(const SphereSeries& series, std::vector<Index> degrees, DirectionDraw directions)
      : series_(series), degrees_(std::move(degrees)), directions_(std::move(directions)) {}

 private:
  FeatureBlock do_map(Side, ConstMatrixView rows) const override {
    const auto count = static_cast<Index>(degrees_.size());
    Matrix products(rows.rows, count);
    multiply_transposed(rows, directions_.coordinates, products);
    FeatureBlock block;
    block.segments.push_back(Segment::zeros(rows.rows, count));
    Segment& segment = block.segments.front();
    std::vector<double> polynomials(series_.probabilities.size());
    std::vector<double> signs(degrees_.size());
    std::vector<double> logs(degrees_.size());
    const double shift = 0.5 * (series_.log_sum - std::log(static_cast<double>(count)));
    for (Index row = 0; row < rows.rows; ++row) {
      const double square = dot(rows.row(row), rows.row(row));
      for (std::size_t i = 0; i < degrees_.size(); ++i) {
        const auto degree = static_cast<std::size_t>(degrees_[i]);
        const double value = square == 0.0
                                 ? static_cast<double>(degree == 0)
                                 : polynomial(degree,
                                              products.row(row)[i] /
                                                  std::sqrt(square * directions_.squared_norms[i]),
                                              polynomials);
        signs[i] = static_cast<double>(value > 0.0) - static_cast<double>(value < 0.0);
        logs[i] = value == 0.0 ? 0.0 : std::log(std::abs(value)) + 0.5 * series_.log_counts[degree];
      }
      write_row(signs, logs, feature_row(segment, row));
      segment.log_scale[static_cast<std::size_t>(row)] += shift;
    }
    return block;
  }

  double polynomial(std::size_t degree, double t, std::span<double> scratch) const {
    zonal_polynomials(series_.dim, std::clamp(t, -1.0, 1.0), scratch.first(degree + 1));
    return scratch[degree];
  }

  const SphereSeries& series_;
  std::vector<Index> degrees_;
  DirectionDraw directions_;
};

class PreparedGegenbauer final : public PreparedKernel {
 public:
  PreparedGegenbauer(const Directions& directions, const DirectionRequest& request,
                     SphereSeries series)
      : directions_(directions),
        request_(request),
        series_(std::move(series)),
        law_(0, series_.probabilities) {}

 private:
  std::unique_ptr<const KernelSample> do_draw(const Stream& stream) const override {
    const Stream address = stream.at(Slot::omega);
    Matrix uniforms(request_.count, 1);
    address.at("gegenbauer")
        .at(static_cast<std::uint64_t>(request_.ambient_dim))
        .at("degrees")
        .fill_uniforms(uniforms);
    std::vector<Index> degrees;
    for (const double uniform : uniforms.values()) degrees.push_back(law_.inverse(uniform));
    return std::make_unique<GegenbauerSample>(series_, std::move(degrees),
                                              directions_.draw(address, request_));
  }

  std::optional<Theory> do_theory(std::span<const double> query,
                                  std::span<const double> key) const override {
    const DirectionClaims claims = directions_.claims();
    if (!claims.gaussian_marginals || !claims.independent) return std::nullopt;
    const double norms = std::sqrt(dot(query, query)) * std::sqrt(dot(key, key));
    const double t = norms == 0.0 ? 0.0 : std::clamp(dot(query, key) / norms, -1.0, 1.0);
    Theory theory = series_.theory(t, norms != 0.0, request_.count);
    if (std::abs(norms - series_.squared_radius) > told_difference * series_.squared_radius)
      theory.note = "norms are not the fitted radius";
    return theory;
  }

  const Directions& directions_;
  DirectionRequest request_;
  SphereSeries series_;
  DiscreteLaw law_;
};

}  // namespace

void Gegenbauer::declare(Declarations& declarations) {
  declare_count(declarations);
  declarations.integer("degree", "highest degree of the series").at_least(0).at_most(256);
  declarations.method(Kind::directions, "directions", "law of the random directions")
      .otherwise(std::string_view("iid"));
}

Gegenbauer::Gegenbauer(const Parameters& parameters)
    : count_(parameters.integer("m")),
      degree_(parameters.integer("degree")),
      directions_(parameters.method<Directions>("directions")) {
  if (!directions_) throw Error("gegenbauer: directions are missing, but must be given");
}

Claims Gegenbauer::do_claims() const {
  return {.random = degree_ > 0,
          .rotation_invariant = directions_->claims().rotation_invariant,
          .fits_data = true};
}

Cost Gegenbauer::do_cost(Index ambient_dim) const {
  Cost cost;
  cost.feature_dim = count_;
  cost.projections_per_token = count_;
  cost.multiply_adds_per_token =
      static_cast<double>(count_) * static_cast<double>(ambient_dim + 2 * degree_);
  return cost;
}

void Gegenbauer::do_check_problem(const Problem& problem) const { fitted_squared_radius(problem); }

std::unique_ptr<const PreparedKernel> Gegenbauer::do_prepare(const Problem& problem) const {
  return std::make_unique<PreparedGegenbauer>(
      *directions_,
      DirectionRequest{problem.ambient_dim, problem.rank(), count_, problem.in_span_basis, true},
      SphereSeries(problem.ambient_dim, degree_, fitted_squared_radius(problem)));
}

}  // namespace kapprox::sketch
