// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The wording of argument checks: who complains, what was given, what is allowed.
#include <kapprox/error.hpp>

#include <functional>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

void take_three(Index rows) { check_size("rows of out", rows, 3); }
void take_some(Index count) { check_at_least("count", count, 1); }

TEST(CheckSize, AcceptsTheExpectedSize) { EXPECT_NO_THROW(take_three(3)); }

TEST(CheckSize, NamesCallerFileValueAndExpectation) {
  const std::string message = message_of([] { take_three(4); });

  EXPECT_EQ(message.rfind("take_three (error_test.cpp:", 0), 0U) << message;
  EXPECT_NE(message.find("): rows of out is 4, but must be 3"), std::string::npos) << message;
}

TEST(CheckAtLeast, AcceptsTheBound) { EXPECT_NO_THROW(take_some(1)); }

TEST(CheckAtLeast, NamesValueAndBound) {
  const std::string message = message_of([] { take_some(0); });

  EXPECT_NE(message.find("count is 0, but must be at least 1"), std::string::npos) << message;
}

TEST(Errors, UserAndWorldFaultsAreErrorsAndDistinct) {
  EXPECT_THROW(throw InputError("x"), Error);
  EXPECT_THROW(throw IoError("x"), Error);
  EXPECT_FALSE((std::is_base_of_v<InputError, IoError>));
}

}  // namespace
}  // namespace kapprox
