// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Methods that are fitted to the data of a problem, when that problem grows.
#include "study/run.hpp"

#include "study/study_fixture.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

RunReport run(const std::filesystem::path& output, const std::vector<std::string>& changes,
              const std::string& study) {
  RunOptions options;
  options.threads = 2;
  return run_study(plan_of(study, changes), output, options);
}

// A map that is centred on the data is another map when the data grow; the others go on.
TEST(Resume, MoreCasesRefitDataDependentMethods) {
  const std::string study = R"(kind = "kernel"
name = "fit"
seed = 5
trials = 500
[inputs]
source = "plane"
dim = 4
norm = 0.5
angle = [0.3, 1.0]
[[methods]]
method = "positive"
m = 8
centre = ["none", "both"]
)";
  const TemporaryFolder folder;
  run(folder / "grown.h5", {}, study);

  const RunReport grown = run(folder / "grown.h5", {"inputs.angle=[0.3, 1.0, 2.0]"}, study);

  run(folder / "direct.h5", {"inputs.angle=[0.3, 1.0, 2.0]"}, study);
  EXPECT_EQ(grown.resumed_points, 2);
  EXPECT_TRUE(same_numbers(root_of(folder / "grown.h5"), root_of(folder / "direct.h5")));
}

}  // namespace
}  // namespace kapprox
