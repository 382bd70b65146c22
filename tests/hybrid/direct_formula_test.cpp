// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Features and estimates of a hybrid against the formula λ̂ Ŝ_1 + (1 − λ̂) Ŝ_2 written out: base
// estimates from the bases' own features, λ̂ from τ as the address says it is drawn.
#include "hybrid/hybrids.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace kapprox {
namespace {

constexpr Index dim = 6;
constexpr Index count = 7;

// Rows of norms 0.2 … 1 in all directions.
Matrix rows(std::string_view side) {
  Matrix result(count, dim);
  Stream(8).at(side).fill_normals(result);
  for (Index i = 0; i < count; ++i) {
    const double scale = 0.2 + 0.8 * static_cast<double>(i) / (count - 1);
    const double norm = std::sqrt(dot(result.row(i), result.row(i)));
    for (double& x : result.row(i)) x *= scale / norm;
  }
  return result;
}

struct Rows {
  Matrix queries = rows("queries");
  Matrix keys = rows("keys");
  Problem problem() const { return {queries, keys, {}, dim}; }
};

LogNumber base_estimate(const std::string& name, const HybridSpec& spec, const Rows& rows,
                        const Stream& at_omega, Pair pair) {
  const auto method = built({name, {{"m", spec.m}, {"directions", spec.directions}}});
  const FittedMap map(dynamic_cast<const RandomFeatureMap&>(*method), rows.problem());
  const DirectionDraw draw = map.map().directions().draw(at_omega, map.request());
  LogNumber out;
  estimate_from_features(map.features(draw, Side::query, rows.queries),
                         map.features(draw, Side::key, rows.keys), std::span(&pair, 1),
                         std::span(&out, 1));
  return out;
}

double sign(double x) { return x < 0.0 ? -1.0 : 1.0; }

double coefficient(const HybridSpec& spec, const Rows& rows, const Stream& stream, Pair pair) {
  const auto q = rows.queries.row(pair.query);
  const auto k = rows.keys.row(pair.key);
  if (spec.weight == "constant") return 0.5;
  if (spec.weight == "cosine") return 0.5 - 0.5 * dot(q, k) / std::sqrt(dot(q, q) * dot(k, k));
  Matrix tau(spec.n, dim);
  stream.at(Slot::tau).at(std::uint64_t{dim}).at("full").fill_normals(tau);
  double sum = 0.0;
  for (Index j = 0; j < spec.n; ++j) {
    const double of_q = dot(tau.row(j), q);
    const double of_k = dot(tau.row(j), k);
    sum +=
        spec.weight == "angular" ? sign(of_q) * sign(of_k) : std::cos((of_q - of_k) / spec.width);
  }
  const double mean = sum / static_cast<double>(spec.n);
  return spec.weight == "angular" ? 0.5 - 0.5 * mean : 1.0 - mean;
}

using Config = std::tuple<std::string, std::string>;  // weight, directions

class DirectFormula : public testing::TestWithParam<Config> {};

INSTANTIATE_TEST_SUITE_P(All, DirectFormula,
                         testing::Combine(testing::Values("constant", "angular", "gaussian",
                                                          "cosine"),
                                          testing::Values("iid", "orthogonal")));

// One draw of one hybrid, mapped and ready to be asked for pairs in four ways.
class OneDraw {
 public:
  explicit OneDraw(HybridSpec spec)
      : spec_(std::move(spec)),
        prepared_(hybrid(spec_)->prepare(data_.problem())),
        sample_(prepared_->draw(stream_)),
        queries_(features(Side::query, data_.queries)),
        keys_(features(Side::key, data_.keys)) {}

  // All relative to exp(q·k).
  double direct(Pair pair) const {
    const Stream omega = stream_.at(Slot::omega);
    const Stream other = spec_.shared ? omega : stream_.at(Slot::second_omega);
    const double lambda = coefficient(spec_, data_, stream_, pair);
    return lambda * base_estimate("hyperbolic", spec_, data_, omega, pair).over(exact(pair)) +
           (1.0 - lambda) * base_estimate("trig", spec_, data_, other, pair).over(exact(pair));
  }
  double estimate(Pair pair) const {
    LogNumber out;
    sample_->estimate(data_.queries, data_.keys, std::span(&pair, 1), std::span(&out, 1));
    return out.over(exact(pair));
  }
  double by_segments(Pair pair) const {
    LogNumber out;
    estimate_from_features(queries_, keys_, std::span(&pair, 1), std::span(&out, 1));
    return out.over(exact(pair));
  }
  double multiplied_out(Pair pair) const {
    const FlatFeatures queries = flatten(queries_);
    const FlatFeatures keys = flatten(keys_);
    double sum = 0.0;
    for (Index f = 0; f < queries.values.cols(); ++f)
      sum += queries.signature[static_cast<std::size_t>(f)] * queries.values(pair.query, f) *
             keys.values(pair.key, f);
    return sum * std::exp(queries.log_scale[static_cast<std::size_t>(pair.query)] +
                          keys.log_scale[static_cast<std::size_t>(pair.key)] - exact(pair));
  }

 private:
  FeatureBlock features(Side side, ConstMatrixView rows) const {
    return dynamic_cast<const FeatureSample&>(*sample_).map(side, rows);
  }
  double exact(Pair pair) const {
    return dot(data_.queries.row(pair.query), data_.keys.row(pair.key));
  }

  HybridSpec spec_;
  Rows data_;
  Stream stream_ = Stream(9).trial(3);
  std::unique_ptr<const PreparedKernel> prepared_;
  std::unique_ptr<const KernelSample> sample_;
  FeatureBlock queries_;
  FeatureBlock keys_;
};

TEST_P(DirectFormula, IsWhatFeaturesSegmentsAndEstimatesGive) {
  const auto [weight, directions] = GetParam();
  for (const bool shared : {false, true}) {
    const OneDraw draw({.weight = weight,
                        .m = 9,
                        .n = 4,
                        .shared = shared,
                        .width = 0.7,
                        .directions = directions});
    for (const Pair pair : {Pair{0, 0}, Pair{2, 5}, Pair{6, 6}, Pair{6, 1}}) {
      const double direct = draw.direct(pair);

      EXPECT_NEAR(draw.estimate(pair), direct, tolerance::direct_formula);
      EXPECT_NEAR(draw.by_segments(pair), direct, tolerance::direct_formula);
      EXPECT_NEAR(draw.multiplied_out(pair), direct, tolerance::direct_formula);
    }
  }
}

// Real signed features of the angular hybrid: 2m, 2m, and 2mn of each sign.
TEST(HybridFeatures, HaveTheSignsAndDimensionsOfTheTable) {
  const HybridSpec spec = {.m = 9, .n = 4};
  const Plane plane(6, 2, 1.0, 1.0, {1.0});

  const FlatFeatures flat = flatten(mapped(*hybrid(spec), plane, Stream(1)).queries);

  const auto negative = std::count(flat.signature.begin(), flat.signature.end(), -1.0);
  const auto positive = std::count(flat.signature.begin(), flat.signature.end(), 1.0);
  EXPECT_EQ(negative, 2 * 9 * 4);
  EXPECT_EQ(positive, 2 * 9 + 2 * 9 + 2 * 9 * 4);
}

TEST(HybridFeatures, DimensionIsThatOfTheCost) {
  const Plane plane(6, 6, 1.0, 1.0, {1.0});
  const auto dimension = [&](const HybridSpec& spec) {
    const auto method = hybrid(spec);
    const Index mapped_dim = mapped(*method, plane, Stream(1)).keys.feature_dim();
    EXPECT_EQ(method->cost(6).feature_dim, mapped_dim);
    return mapped_dim;
  };

  EXPECT_EQ(dimension({.weight = "constant", .m = 9, .n = 4}), 4 * 9);
  EXPECT_EQ(dimension({.weight = "angular", .m = 9, .n = 4}), 4 * 9 * (4 + 1));
  EXPECT_EQ(dimension({.weight = "gaussian", .m = 9, .n = 4}), 2 * 9 * (4 * 4 + 1));
  EXPECT_EQ(dimension({.weight = "cosine", .m = 9, .n = 4}), 4 * 9 * (6 + 1));
}

// A second base with fewer directions of its own sees the first of the shared ones.
TEST(HybridFeatures, BasesThatShareSeeTheSameDirectionsWhateverTheirNumber) {
  const Plane plane(6, 2, 1.0, 0.7, {1.0});
  MethodSpec spec = HybridSpec{.weight = "constant", .m = 9}.spec();
  spec.parameters["second"] = table({"trig", {{"m", std::int64_t{5}}}});
  const auto hyperbolic = built({"hyperbolic", {{"m", std::int64_t{9}}}});
  const auto trig = built({"trig", {{"m", std::int64_t{5}}}});

  const double found = relative_estimates(*built(spec), plane, Stream(1))[0];

  EXPECT_NEAR(found,
              0.5 * (relative_estimates(*hyperbolic, plane, Stream(1))[0] +
                     relative_estimates(*trig, plane, Stream(1))[0]),
              tolerance::direct_formula);
}

// Direction i and vector τ_j are the same for every m and n.
TEST(HybridFeatures, DrawsDoNotDependOnTheirNumber) {
  const Plane plane(6, 2, 1.0, 1.0, {1.0});

  const FeatureBlock few = mapped(*hybrid({.m = 3, .n = 2}), plane, Stream(1)).queries;
  const FeatureBlock many = mapped(*hybrid({.m = 8, .n = 5}), plane, Stream(1)).queries;

  const Matrix& few_signs = few.segments[0].weights[1].values;
  const Matrix& many_signs = many.segments[0].weights[1].values;
  for (Index j = 0; j < 2; ++j) EXPECT_EQ(few_signs(0, j), many_signs(0, j));
  const Segment& few_trig = few.segments[1];
  const Segment& many_trig = many.segments[1];
  for (Index i = 0; i < 3; ++i) EXPECT_EQ(few_trig.values(0, i), many_trig.values(0, i));
}

}  // namespace
}  // namespace kapprox
