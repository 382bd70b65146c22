// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Mean and variance of every sketch against its closed form: 2000 trials at norms 0.5 and 0.4, in
// dimensions where coordinates matter. Of the fourth moment, the tail of a tail, see counts_test.
#include "sketch/sketches.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

namespace kapprox {
namespace {

constexpr Index trials = 2000;

MethodSpec maclaurin(std::string law, std::int64_t m) {
  return {"random_maclaurin", {{"law", std::move(law)}, {"m", m}}};
}
MethodSpec tensor(std::int64_t degree, std::int64_t buckets) {
  return {"tensor_sketch", {{"degree", degree}, {"buckets", buckets}}};
}
MethodSpec gegenbauer(std::int64_t degree, std::int64_t m) {
  return {"gegenbauer", {{"degree", degree}, {"m", m}}};
}
MethodSpec poisson(double rate, std::int64_t m) { return {"poisson", {{"rate", rate}, {"m", m}}}; }
MethodSpec geometric(double success, std::int64_t m) {
  return {"geometric", {{"success", success}, {"m", m}}};
}

std::vector<MethodSpec> all_methods() {
  return {maclaurin("geometric", 1),
          maclaurin("geometric", 8),
          maclaurin("poisson", 8),
          tensor(1, 4),
          tensor(2, 2),
          tensor(2, 3),
          tensor(3, 8),
          gegenbauer(1, 8),
          gegenbauer(4, 1),
          gegenbauer(4, 8),
          poisson(0.0, 8),
          poisson(0.5, 4),
          geometric(0.5, 8),
          geometric(0.9, 4)};
}

std::string name_of(const MethodSpec& spec) {
  std::string name = spec.method;
  for (const auto& [key, value] : spec.parameters) {
    if (const auto* number = std::get_if<std::int64_t>(&value))
      name += "_" + key + std::to_string(*number);
    if (const auto* word = std::get_if<std::string>(&value)) name += "_" + *word;
    if (const auto* real = std::get_if<double>(&value))
      name += "_" + key + std::to_string(std::lround(100.0 * *real));
  }
  return name;
}

class MonteCarlo : public testing::TestWithParam<MethodSpec> {};

INSTANTIATE_TEST_SUITE_P(All, MonteCarlo, testing::ValuesIn(all_methods()),
                         [](const testing::TestParamInfo<MethodSpec>& one) {
                           return name_of(one.param);
                         });

void expect_moments_of_theory(const FeatureMap& method, const Rows& rows) {
  const auto prepared = method.prepare(rows.problem());

  const std::vector<Moments> moments = estimate_moments(*prepared, rows, trials);

  for (std::size_t i = 0; i < moments.size(); ++i) {
    const Theory theory = theory_of(method, rows, i);
    const double mean = theory.mean.to_double();
    const double variance = theory.variance.to_double();
    if (method.claims().unbiased) {
      EXPECT_NEAR(mean, std::exp(rows.exact(i)), tolerance::closed_form);
    }
    // Collinear vectors have no spread where d = 1; then there is only rounding.
    if (variance < tolerance::closed_form) {
      EXPECT_NEAR(moments[i].mean, mean, tolerance::closed_form);
      EXPECT_LT(moments[i].variance(), tolerance::closed_form);
      continue;
    }
    EXPECT_LT(std::abs(moments[i].mean - mean) / moments[i].mean_standard_error(),
              tolerance::standard_errors)
        << "d = " << rows.dim();
    EXPECT_LT(std::abs(moments[i].variance() - variance) / moments[i].variance_standard_error(),
              tolerance::standard_errors)
        << "d = " << rows.dim();
  }
}

TEST_P(MonteCarlo, MeanAndVarianceAreThoseOfTheory) {
  const auto method = shipped_feature_map(GetParam());

  for (const Index d : {1, 2, 3, 8}) expect_moments_of_theory(*method, Rows(3, d, 0.5, 0.4, 7));
}

// The closed forms' corners: vectors that share no coordinate, vectors in one coordinate, a key of
// zeros. They stand in one problem, so that fitted rates see more than zeros.
TEST_P(MonteCarlo, CornersAreThoseOfTheory) {
  Rows rows(3, 3, 0.5, 0.4, 7);
  const double queries[] = {0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.3, -0.2, 0.3};
  const double keys[] = {0.0, -0.3, 0.3, 0.0, -0.2, 0.0, 0.0, 0.0, 0.0};
  std::copy(std::begin(queries), std::end(queries), rows.queries.values().begin());
  std::copy(std::begin(keys), std::end(keys), rows.keys.values().begin());

  expect_moments_of_theory(*shipped_feature_map(GetParam()), rows);
}

}  // namespace
}  // namespace kapprox
