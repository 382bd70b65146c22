// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The report as plain text.
#include "verify/verify.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace kapprox {

namespace {

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "passed";
    case Verdict::failed:
      return "FAILED";
    case Verdict::not_applicable:
      return "n/a";
  }
  return {};
}

}  // namespace

Index VerifyReport::count(Verdict verdict) const {
  return std::count_if(findings.begin(), findings.end(),
                       [verdict](const Finding& f) { return f.verdict == verdict; });
}

bool VerifyReport::passed() const { return count(Verdict::failed) == 0; }

std::string report_text(const VerifyReport& report) {
  std::size_t width = 0;
  for (const Finding& finding : report.findings) width = std::max(width, finding.check.size());
  std::string text = fmt::format("{}\n", report.method);
  for (const Finding& finding : report.findings) {
    text += fmt::format("  {:<6}  {:<{}}  {}\n", word(finding.verdict), finding.check, width,
                        finding.detail);
    if (!finding.again.empty()) text += fmt::format("          see it again: {}\n", finding.again);
  }
  text += "  configs\n";
  for (const std::string& config : report.configs) text += fmt::format("    {}\n", config);
  text += fmt::format("  {}\n", report.statistics);
  const Index failed = report.count(Verdict::failed);
  const Index passed = report.count(Verdict::passed);
  if (failed == 0)
    text += fmt::format("{}: all {} checks that apply passed.\n", report.method, passed);
  else
    text += fmt::format("{}: {} of {} checks failed.\n", report.method, failed, failed + passed);
  return text;
}

}  // namespace kapprox
