// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// The whole way: parameters, then every config through every family that its kind has. Whatever the
// method throws on the way is a finding, never the end of the report.
#include "verify/verify.hpp"

#include "verify/attention_subject.hpp"
#include "verify/checks.hpp"
#include "verify/checks_scorer.hpp"
#include "verify/checks_softmax.hpp"
#include "verify/directions_subject.hpp"

#include <kapprox/error.hpp>

#include <exception>

#include <fmt/format.h>

namespace kapprox {

namespace {

constexpr std::string_view thrown_check = "life: nothing is thrown";

// Runs one family; what it throws fails "nothing is thrown" under the family's name.
template <class Family>
void guarded(Ledger& ledger, std::string_view family, const Family& run) {
  try {
    run();
    ledger.holds(thrown_check, true, {});
  } catch (const std::exception& error) {
    ledger.holds(thrown_check, false,
                 fmt::format("the {} checks ended in an error: {}", family, error.what()));
  }
}

void verify_kernel(const KernelMethod& method, const VerifyOptions& options,
                   const std::function<BuiltMethod()>& rebuild, bool must_work, Judge& judge) {
  Ledger& ledger = judge.ledger();
  std::unique_ptr<KernelSubject> made;
  guarded(ledger, "life", [&] {
    made = std::make_unique<KernelSubject>(method, options, rebuild, must_work, ledger);
  });
  if (!made || made->dims().empty()) return;
  KernelSubject& subject = *made;
  guarded(ledger, "purity", [&] { check_purity(subject, ledger); });
  guarded(ledger, "one draw", [&] { check_sharing(subject, ledger); });
  guarded(ledger, "thread", [&] { check_threads(subject, ledger); });
  guarded(ledger, "features", [&] { check_features(subject, ledger); });
  guarded(ledger, "batches", [&] { check_batches(subject, ledger); });
  guarded(ledger, "range", [&] { check_range(subject, ledger); });
  guarded(ledger, "points", [&] { check_points(subject, ledger); });
  guarded(ledger, "claims", [&] { check_claims(subject, judge); });
  guarded(ledger, "theory", [&] { check_theory(subject, judge); });
  guarded(ledger, "reduction", [&] { check_reduction(subject, judge); });
  guarded(ledger, "memory", [&] { check_memory(subject, ledger); });
}

void verify_directions(const Directions& law, const VerifyOptions& options,
                       const std::function<BuiltMethod()>& rebuild, bool must_work, Judge& judge) {
  Ledger& ledger = judge.ledger();
  std::unique_ptr<DirectionsSubject> made;
  guarded(ledger, "life", [&] {
    made = std::make_unique<DirectionsSubject>(law, options, rebuild, must_work, ledger);
  });
  if (!made || made->dims().empty()) return;
  DirectionsSubject& subject = *made;
  guarded(ledger, "draw", [&] { check_direction_draws(subject, ledger); });
  if (ledger.has_failed(finite_check)) return;
  guarded(ledger, "claims", [&] { check_direction_claims(subject, judge); });
  guarded(ledger, "rotation", [&] { check_direction_turns(subject, judge); });
  guarded(ledger, "theory", [&] { check_direction_theory(subject, judge); });
}

void verify_attention(const AttentionMethod& method, const VerifyOptions& options,
                      const std::function<BuiltMethod()>& rebuild, bool must_work, Ledger& ledger) {
  std::unique_ptr<AttentionSubject> made;
  guarded(ledger, "life", [&] {
    made = std::make_unique<AttentionSubject>(method, options, rebuild, must_work, ledger);
  });
  if (!made || made->dims().empty()) return;
  AttentionSubject& subject = *made;
  guarded(ledger, "shape", [&] { check_attention_shapes(subject, ledger); });
  guarded(ledger, "mask", [&] { check_attention_masks(subject, ledger); });
  guarded(ledger, "weight", [&] { check_attention_weights(subject, ledger); });
  guarded(ledger, "claim", [&] { check_attention_claims(subject, ledger); });
  guarded(ledger, "purity", [&] { check_attention_purity(subject, ledger); });
  guarded(ledger, "range", [&] { check_attention_range(subject, ledger); });
}

std::string statistics_text(const VerifyOptions& options, Index comparisons) {
  if (comparisons == 0)
    return fmt::format("statistics: seed {}; every check is exact, none is Monte Carlo.",
                       options.seed);
  return fmt::format(
      "statistics: seed {}; {} Monte Carlo comparisons, of {} trials in the first config and half "
      "as "
      "many in others. One\n  fails when it is beyond {} standard errors, and again in {} times as "
      "many fresh trials: by chance with\n  probability {:.0e} if errors are normal, {:.0e} for "
      "all of "
      "them.",
      options.seed, comparisons, options.trials, doubtful, second_look_factor,
      false_alarm_per_comparison, static_cast<double>(comparisons) * false_alarm_per_comparison);
}

}  // namespace

VerifyReport verify_method(const Registry& registry, const MethodEntry& entry,
                           const VerifyOptions& options) {
  Ledger ledger;
  Judge judge(ledger);
  VerifyReport report;
  report.method = fmt::format("{}:{}", kind_name(entry.kind), entry.name);
  ledger.at_config(entry.name,
                   fmt::format("kapprox verify {}{}", report.method, options.arguments));
  check_parameters(registry, entry, options, ledger);
  for (const VerifyConfig& config : verify_configs(registry, entry, options, ledger)) {
    if (options.progress) options.progress(config.built.key);
    const bool is_base = report.configs.empty();  // others may not go together with any problem
    report.configs.push_back(config.built.key);
    ledger.at_config(config.built.key, config.command);
    const auto rebuild = [&] {
      return build_method(registry, entry.kind, config.spec, "verify: " + entry.name);
    };
    if (const auto* kernel = dynamic_cast<const KernelMethod*>(config.built.method.get()))
      verify_kernel(*kernel, config.options, rebuild, is_base, judge);
    else if (const auto* law = dynamic_cast<const Directions*>(config.built.method.get()))
      verify_directions(*law, config.options, rebuild, is_base, judge);
    else if (const auto* attention =
                 dynamic_cast<const AttentionMethod*>(config.built.method.get()))
      verify_attention(*attention, config.options, rebuild, is_base, ledger);
    else if (const auto* softmax = dynamic_cast<const SoftmaxMethod*>(config.built.method.get()))
      guarded(ledger, "softmax", [&] { check_softmax(*softmax, config.options, rebuild, ledger); });
    else if (const auto* scorer = dynamic_cast<const BlockScorer*>(config.built.method.get()))
      guarded(ledger, "scorer",
              [&] { check_scorer(*scorer, config.options, rebuild, is_base, ledger); });
  }
  report.findings = ledger.findings();
  report.monte_carlo_comparisons = judge.comparisons();
  report.statistics = statistics_text(options, report.monte_carlo_comparisons);
  return report;
}

}  // namespace kapprox
