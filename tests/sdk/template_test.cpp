// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The plugin that newcomers copy does what its page says: its features, its mean, its variance.
#include "loading/loader.hpp"
#include "methods/build.hpp"
#include "tolerances.hpp"

#include <kapprox/feature_map.hpp>
#include <kapprox/random_feature_map.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>

namespace kapprox {
namespace {

const std::filesystem::path libraries = std::filesystem::path(KAPPROX_BINARY_DIR) / "lib/kapprox";

class Template : public testing::Test {
 protected:
  Template() : queries_(1, 2), keys_(1, 2) {
    load_plugin_folders(registry_, {libraries / "plugins", libraries / "template"});
    queries_(0, 0) = 0.3;
    queries_(0, 1) = -0.1;
    keys_(0, 0) = 0.2;
    keys_(0, 1) = 0.4;
  }

  BuiltMethod build(const std::string& method, std::map<std::string, GivenValue> parameters) {
    return build_method(registry_, Kind::kernel, {method, std::move(parameters)}, "test");
  }

  Problem problem() const { return {queries_, keys_, {}, 2}; }

  Registry registry_;
  Matrix queries_;
  Matrix keys_;
  double exact_ = std::exp(0.3 * 0.2 - 0.1 * 0.4);
};

TEST_F(Template, IsNotAmongTheMethodsThatAreLoadedByDefault) {
  Registry shipped;

  load_plugin_folders(shipped, plugin_folders({}));

  EXPECT_NE(shipped.find(Kind::kernel, "positive"), nullptr);
  EXPECT_EQ(shipped.find(Kind::kernel, "template_positive"), nullptr);
}

// Without stretch it is `positive`, bit for bit: a product by 1 is exact.
TEST_F(Template, WithoutStretchItIsPositive) {
  const BuiltMethod mine = build("template_positive", {{"m", 5}});
  const BuiltMethod shipped = build("positive", {{"m", 5}});
  const Stream stream(7);
  std::array<FlatFeatures, 2> features;

  for (std::size_t i = 0; i < 2; ++i) {
    const auto& method = dynamic_cast<const KernelMethod&>(*(i == 0 ? mine : shipped).method);
    const auto prepared = method.prepare(problem());
    const auto sample = prepared->draw(stream);
    features[i] = flatten(dynamic_cast<const FeatureSample&>(*sample).map(Side::query, queries_));
  }

  EXPECT_TRUE(std::equal(features[0].values.values().begin(), features[0].values.values().end(),
                         features[1].values.values().begin()));
  EXPECT_EQ(features[0].log_scale, features[1].log_scale);
}

// 20 000 trials of m = 4 at ‖q‖ = 0.32, ‖k‖ = 0.45, a = 1.5, seed 11: mean and variance against the
// closed forms exp(q·k) and exp(2 q·k) (exp(‖a q + k/a‖²) − 1)/m.
TEST_F(Template, MeanAndVarianceFollowTheClosedForms) {
  constexpr int trials = 20'000;
  constexpr double a = 1.5;
  constexpr double m = 4.0;
  const BuiltMethod built = build("template_positive", {{"m", 4}, {"stretch", a}});
  const auto& method = dynamic_cast<const KernelMethod&>(*built.method);
  const auto prepared = method.prepare(problem());
  const std::array<Pair, 1> pairs = {Pair{0, 0}};
  const double s0 = a * 0.3 + 0.2 / a;
  const double s1 = -a * 0.1 + 0.4 / a;
  const double variance = exact_ * exact_ * std::expm1(s0 * s0 + s1 * s1) / m;

  const Theory theory = prepared->theory(queries_.row(0), keys_.row(0)).value();
  double sum = 0.0;
  double squares = 0.0;
  for (int trial = 0; trial < trials; ++trial) {
    std::array<LogNumber, 1> out;
    prepared->draw(Stream(11).trial(static_cast<std::uint64_t>(trial)))
        ->estimate(queries_, keys_, pairs, out);
    const double error = out[0].to_double() - exact_;
    sum += error;
    squares += error * error;
  }

  const double fourth = theory.fourth.value().to_double();
  const double mean_error = std::sqrt(variance / trials);
  const double variance_error = std::sqrt((fourth - variance * variance) / trials);
  EXPECT_LT(std::abs(sum / trials) / mean_error, tolerance::standard_errors);
  EXPECT_LT(std::abs(squares / trials - variance) / variance_error, tolerance::standard_errors);
  EXPECT_NEAR(theory.mean.to_double() / exact_, 1.0, tolerance::closed_form);
  EXPECT_NEAR(theory.variance.to_double() / variance, 1.0, tolerance::closed_form);
}

}  // namespace
}  // namespace kapprox
