// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a method's theory notes of a point stands in the point's message, and stays there. exp_limit
// notes that q·k lies below −degree.
#include "study/run.hpp"

#include "study/study_fixture.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kapprox {
namespace {

// q·k = −4 and 4.
std::string study(const std::string& degrees) {
  return "kind = \"kernel\"\nname = \"note\"\nseed = 5\ntrials = 1\n[inputs]\nsource = \"plane\"\n"
         "dim = 4\nnorm = 2.0\nangle = [3.141592653589793, 0.0]\n[[methods]]\n"
         "method = \"exp_limit\"\ndegree = " +
         degrees;
}

const std::string grows = "q·k lies below -degree = -2, where (1 + q·k/degree)^degree grows again";
const std::string negative =
    "q·k lies below -degree = -3, where (1 + q·k/degree)^degree is negative";

TEST(Note, StandsInTheMessageAndThePointStaysOk) {
  const ScratchFolder folder;

  run_text(study("[2, 5]"), folder / "a.h5");

  const Group root = root_of(folder / "a.h5");
  EXPECT_EQ(texts_of(root, "message"), (std::vector<std::string>{grows, "", "", ""}));
  EXPECT_EQ(texts_of(root, "status"), std::vector<std::string>(4, "ok"));
}

// The points of the first run are not computed again.
TEST(Note, IsKeptOfOldPointsWhenAFileGrows) {
  const ScratchFolder folder;
  run_text(study("[2]"), folder / "a.h5");

  const RunReport grown = run_text(study("[2, 3]"), folder / "a.h5");

  EXPECT_EQ(grown.resumed_points, 2);
  EXPECT_EQ(texts_of(root_of(folder / "a.h5"), "message"),
            (std::vector<std::string>{grows, "", negative, ""}));
}

}  // namespace
}  // namespace kapprox
