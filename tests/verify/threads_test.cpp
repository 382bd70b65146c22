// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The kit on shipped methods with few trials: the same report twice, and, in the thread sanitizer's
// tree, its eyes on methods that many threads use at once.
#include "loading/loader.hpp"
#include "verify/verify.hpp"

#include <gtest/gtest.h>

namespace kapprox {
namespace {

VerifyReport report_on(Kind kind, const char* method) {
  Registry registry;
  load_plugin_folders(registry, plugin_folders({}));
  VerifyOptions options;
  options.trials = 100;
  options.parameters = kind == Kind::kernel
                           ? std::map<std::string, GivenValue>{{"directions", std::string("iid")}}
                           : std::map<std::string, GivenValue>{};
  return verify_method(registry, *registry.find(kind, method), options);
}

TEST(Kit, TheSameOptionsGiveTheSameReport) {
  const VerifyReport once = report_on(Kind::kernel, "trig");
  const VerifyReport twice = report_on(Kind::kernel, "trig");

  EXPECT_TRUE(once.passed()) << report_text(once);
  EXPECT_EQ(report_text(once), report_text(twice));
}

TEST(Kit, ManyThreadsUseOneMethod) {
  EXPECT_TRUE(report_on(Kind::kernel, "positive").passed());
  EXPECT_TRUE(report_on(Kind::directions, "orthogonal").passed());
}

}  // namespace
}  // namespace kapprox
