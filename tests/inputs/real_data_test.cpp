// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Real queries and keys, loaded as a study loads them, reproduce the log-sum-exp that stands in
// their files: right heads, right key heads, right scale, nothing lost on the way.
#include "inputs/specs.hpp"
#include "io/arrays.hpp"
#include "real_files.hpp"

#include <algorithm>
#include <cmath>

namespace kapprox {
namespace {

namespace fs = std::filesystem;

// log Σ exp(q·k) over the keys 0 … last of a problem.
double log_sum_exp(const InputProblem& problem, Index query, Index last) {
  std::vector<double> logits;
  for (Index key = 0; key <= last; ++key)
    logits.push_back(product(problem, Case{query, key, {}, {}}));
  const double largest = *std::max_element(logits.begin(), logits.end());
  double sum = 0.0;
  for (const double logit : logits) sum += std::exp(logit - largest);
  return largest + std::log(sum);
}

void expect_reference(const fs::path& path) {
  SCOPED_TRACE(path.filename().string());
  const ArrayFile file(path);
  const Array checked = file.read("check");
  const Array reference = file.read("lse_ref");
  const bool causal = file.number_attribute("causal") == 1.0;

  const std::vector<InputProblem> problems =
      make_problems(spec_of("file", {{"path", {path.string()}}, {"pairs", {std::int64_t{1}}}}), 1);

  ASSERT_EQ(static_cast<std::int64_t>(problems.size()), reference.shape[0]);
  for (std::size_t head = 0; head < problems.size(); ++head)
    for (std::size_t row = 0; row < checked.values.size(); ++row) {
      const auto query = static_cast<Index>(checked.values[row]);
      const Index last = causal ? query : problems[head].keys.rows() - 1;
      EXPECT_NEAR(log_sum_exp(problems[head], query, last),
                  reference.values[head * checked.values.size() + row], tolerance::real_log_sum_exp)
          << "head " << head << ", query " << query;
    }
}

TEST(RealData, EveryFileReproducesItsLogSumExp) {
  const std::vector<fs::path> files = files_in(own_data);

  ASSERT_GE(files.size(), 6U);
  for (const fs::path& path : files) expect_reference(path);
}

TEST(RealData, ExtraFilesReproduceTheirLogSumExp) {
  const char* folder = extra_data();
  if (folder == nullptr) GTEST_SKIP() << "KAPPROX_EXTRA_DATA is not set";

  for (const fs::path& path : files_in(folder)) expect_reference(path);
}

TEST(RealData, EveryFileHasProvenance) {
  for (const auto& entry : fs::directory_iterator(own_data)) {
    if (entry.path().extension() != ".h5") continue;
    const ArrayFile file(entry.path());
    for (const char* attribute : {"title", "source", "licence", "layout"})
      EXPECT_TRUE(file.text_attribute(attribute).has_value())
          << entry.path() << " lacks " << attribute;
  }
}

}  // namespace
}  // namespace kapprox
