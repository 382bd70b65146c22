// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Methods that are fitted to the data of a problem, when that problem grows.
#include "study/run.hpp"

#include "study/study_fixture.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

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
  const ScratchFolder folder;
  run_text(study, folder / "grown.h5");
  const std::vector<std::string> more = {"inputs.angle=[0.3, 1.0, 2.0]"};

  const RunReport grown = run_text(study, folder / "grown.h5", 2, more);

  run_text(study, folder / "direct.h5", 2, more);
  EXPECT_EQ(grown.resumed_points, 2);
  EXPECT_TRUE(same_numbers(root_of(folder / "grown.h5"), root_of(folder / "direct.h5")));
}

}  // namespace
}  // namespace kapprox
