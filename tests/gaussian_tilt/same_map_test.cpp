// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Where two maps are one map, draw by draw: without data a tilted map is a plain one, and for data
// that look alike in all directions the dense tilt is the single one.
#include "gaussian_tilt/tilted.hpp"

#include "tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kapprox {
namespace {

void expect_same(const std::vector<LogNumber>& a, const std::vector<LogNumber>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t p = 0; p < a.size(); ++p)
    EXPECT_NEAR(a[p].over(b[p].log_abs()), 1.0, tolerance::same_map);
}

// φ = 0 for every pair: A → 0.
TEST(TiltedMap, IsThePlainOneWhereTheDataGiveNoTilt) {
  Tokens opposite{normal_rows(1, 5, 0.4, Stream(3)), Matrix(1, 5)};
  for (Index l = 0; l < 5; ++l) opposite.keys(0, l) = -opposite.queries(0, l);
  const Tokens zero{Matrix(2, 5), Matrix(3, 5)};
  for (const Tokens* tokens : {&std::as_const(opposite), &zero})
    for (const char* method : {"oprf", "sderf"})
      for (const bool antithetic : {false, true}) {
        const auto tilted = tilted_map({method, antithetic, 6});
        const auto plain = shipped_map(antithetic ? "hyperbolic" : "positive", 6);

        expect_same(estimates_of(*tilted, *tokens, Stream(9)),
                    estimates_of(*plain, *tokens, Stream(9)));
        EXPECT_NEAR(relative_variance(*tilted, *tokens, one_pair(5, 0.8)),
                    relative_variance(*plain, *tokens, one_pair(5, 0.8)), tolerance::closed_form);
      }
}

// Queries ±e_l, keys 0: Λ = I/d.
TEST(TiltedMap, DenseTiltOfIsotropicDataIsTheSingleTilt) {
  constexpr Index d = 4;
  Tokens tokens{Matrix(2 * d, d), Matrix(2, d)};
  for (Index l = 0; l < d; ++l) tokens.queries(2 * l, l) = 1.0, tokens.queries(2 * l + 1, l) = -1.0;
  tokens.keys(0, 1) = 0.3;
  tokens.keys(1, 1) = -0.3;
  for (Index i = 0; i < 2 * d; ++i) tokens.queries(i, 1) *= std::sqrt(1.0 - d * 0.09);
  for (const bool antithetic : {false, true})
    for (const char* directions : {"iid", "orthogonal"}) {
      const auto dense = tilted_map({"sderf", antithetic, 7, directions});
      const auto single = tilted_map({"oprf", antithetic, 7, directions});

      expect_same(estimates_of(*dense, tokens, Stream(10)),
                  estimates_of(*single, tokens, Stream(10)));
    }
}

// Theory in other coordinates, and in those of the span: the same.
TEST(TiltedMap, TheoryTurnsWithTheData) {
  constexpr Index d = 6;
  Tokens plane{Matrix(3, 2), Matrix(2, 2)};
  Stream(11).fill_normals(plane.queries);
  Stream(12).fill_normals(plane.keys);
  Matrix basis = normal_rows(d, 2, 1.0, Stream(13));
  orthonormalise_columns(basis);
  Tokens full{Matrix(3, d), Matrix(2, d)};
  multiply_transposed(plane.queries, basis, full.queries);
  multiply_transposed(plane.keys, basis, full.keys);
  for (const char* method : {"oprf", "sderf"})
    for (const bool antithetic : {false, true}) {
      const auto map = tilted_map({method, antithetic});
      const auto reduced = map->prepare({plane.queries, plane.keys, {}, d, true});
      const auto whole = map->prepare(full.problem());

      for (const Pair& pair : plane.pairs()) {
        const auto in_plane =
            reduced->theory(plane.queries.row(pair.query), plane.keys.row(pair.key));
        const auto in_space = whole->theory(full.queries.row(pair.query), full.keys.row(pair.key));

        EXPECT_NEAR(in_plane->variance.over(in_space->variance.log_abs()), 1.0,
                    tolerance::same_map);
      }
    }
}

}  // namespace
}  // namespace kapprox
