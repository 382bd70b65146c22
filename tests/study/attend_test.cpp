// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What attend refuses of methods that no shipped plugin has; tests/apps/attend_test.py has the
// rest.
#include "study/attend.hpp"

#include "message_of.hpp"
#include "real_files.hpp"
#include "study/study_fixture.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

TEST(Attend, WeightsOfAMethodWithoutAnyAreRefused) {
  const BuiltMethod built =
      build_method(test_registry(), Kind::attention, {"noisy", {}}, "the test");
  const FileArrays arrays(own_data / "generated_gqa_n64_d16.h5");
  AttendOptions options;
  options.weights = true;

  const std::string message = message_of<InputError>([&] {
    attend(static_cast<const AttentionMethod&>(*built.method), arrays, options, "attend: a.h5");
  });

  EXPECT_EQ(
      message,
      "attend: a.h5: weights are asked for and the method has none, but must have them; leave "
      "--weights out.");
}

}  // namespace
}  // namespace kapprox
