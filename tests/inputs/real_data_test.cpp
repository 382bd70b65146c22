// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Real queries and keys, loaded as a study loads them, reproduce the log-sum-exp that stands in
// their files: right heads, right key heads, right scale, nothing lost on the way. So do their rows
// of logits, whole and put together from blocks, under the mask that the file names.
#include "inputs/specs.hpp"
#include "io/arrays.hpp"
#include "real_files.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace kapprox {
namespace {

namespace fs = std::filesystem;

double log_sum_exp(std::span<const double> logits) {
  const double largest = *std::max_element(logits.begin(), logits.end());
  double sum = 0.0;
  for (const double logit : logits) sum += std::exp(logit - largest);
  return largest + std::log(sum);
}

// log Σ exp(q·k) over the keys 0 … last of a problem.
double log_sum_exp(const InputProblem& problem, Index query, Index last) {
  std::vector<double> logits;
  for (Index key = 0; key <= last; ++key)
    logits.push_back(product(problem, Case{query, key, {}, {}}));
  return log_sum_exp(logits);
}

// By head and query: log-sum-exps of the rows that `block` gives, of its blocks put together.
std::map<std::pair<double, double>, double> row_log_sum_exps(const std::string& file,
                                                             std::int64_t block) {
  std::map<std::pair<double, double>, std::vector<double>> parts;
  for (const InputProblem& problem :
       make_problems(spec_of("file", {{"path", {file}}, {"block", {block}}}), 1, CaseUnit::row))
    for (const Case& one : problem.cases)
      parts[{number(one, "head"), number(one, "query")}].push_back(
          log_sum_exp(problem.queries.row(one.query)));
  std::map<std::pair<double, double>, double> rows;
  for (const auto& [place, found] : parts) rows[place] = log_sum_exp(found);
  return rows;
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

// One head without a mask; four causal ones, two of which share each head of keys.
TEST(RealData, RowsAndBlocksOfAHeadReproduceItsLogSumExp) {
  for (const std::string file : {"use_l1_h3_n320_d128.h5", "generated_gqa_n64_d16.h5"}) {
    SCOPED_TRACE(file);
    const ArrayFile arrays(own_data / file);
    const Array checked = arrays.read("check");
    const Array reference = arrays.read("lse_ref");
    for (const std::int64_t block : {0, 24}) {  // 24 divides neither 320 nor 64
      std::map<std::pair<double, double>, double> rows = row_log_sum_exps(file, block);

      std::size_t place = 0;
      for (std::int64_t head = 0; head < reference.shape[0]; ++head)
        for (const double query : checked.values)
          EXPECT_NEAR(rows.at({static_cast<double>(head), query}), reference.values[place++],
                      tolerance::real_log_sum_exp)
              << "head " << head << ", query " << query << ", block " << block;
    }
  }
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
