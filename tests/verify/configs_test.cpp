// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Configs from declarations: small valid values, each parameter moved once.
#include "verify/configs.hpp"
#include "message_of.hpp"

#include <kapprox/error.hpp>
#include <kapprox/kernel_method.hpp>

#include <gtest/gtest.h>

#include <set>

namespace kapprox {
namespace {

// A method with a parameter of every scalar type; it refuses count = 1 with layout = full.
struct Everything final : KernelMethod {
  static void declare(Declarations& d) {
    d.integer("count", "how many").at_least(1).at_most(100);
    d.integer("levels", "how deep").at_least(7).at_most(9);
    d.real("width", "how wide").at_least(0.1).at_most(10.0).otherwise(2.0);
    d.boolean("open", "whether open").otherwise(false);
    d.choice("layout", "which way", {"packed", "full"});
  }
  explicit Everything(const Parameters& p) {
    if (p.choice("layout") == "full" && p.real("width") == 3.0)
      throw InputError("layout is full, but width is 3");
  }
  Claims do_claims() const override { return {}; }
  Cost do_cost(Index) const override { return {}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return nullptr;
  }
};

// A word that needs a list of numbers, which is empty by default; none above 0.25.
struct Shifted final : KernelMethod {
  static void declare(Declarations& d) {
    d.choice("shift", "what is added", {"none", "given", "twice"});
    d.reals("numbers", "of shift = given: what is added")
        .at_most(0.25)
        .otherwise(std::vector<double>());
    d.reals("others", "never wanted").otherwise(std::vector<double>());
  }
  explicit Shifted(const Parameters& p) {
    if (p.choice("shift") == "given" && p.reals("numbers").empty())
      throw InputError("shift is given, but numbers are not");
    if (p.choice("shift") == "twice") throw InputError("shift is twice, but must not be");
  }
  Claims do_claims() const override { return {}; }
  Cost do_cost(Index) const override { return {}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return nullptr;
  }
};

// A word that needs a method, which is none by default.
struct Completed final : KernelMethod {
  static void declare(Declarations& d) {
    d.choice("rest", "what becomes of it", {"none", "mapped"});
    d.method(Kind::kernel, "map", "of rest = mapped: by what").otherwise("none");
  }
  explicit Completed(const Parameters& p) {
    if (p.choice("rest") == "mapped" && !p.method<KernelMethod>("map"))
      throw InputError("rest is mapped, but map is none");
  }
  Claims do_claims() const override { return {}; }
  Cost do_cost(Index) const override { return {}; }
  std::unique_ptr<const PreparedKernel> do_prepare(const Problem&) const override {
    return nullptr;
  }
};

class Configs : public testing::Test {
 protected:
  Configs() {
    registry_.enrol_plugin("test", [](Registry& registry) {
      registry.add<Everything>("everything", "all types", "none");
      registry.add<Shifted>("shifted", "a word that needs a list", "none");
      registry.add<Completed>("completed", "a word that needs a method", "none");
    });
  }

  std::set<std::string> keys(const VerifyOptions& options,
                             const std::string& method = "everything") {
    std::set<std::string> keys;
    for (const VerifyConfig& config :
         verify_configs(registry_, *registry_.find(Kind::kernel, method), options, ledger_))
      keys.insert(config.built.key);
    return keys;
  }

  Registry registry_;
  Ledger ledger_;
};

TEST_F(Configs, EveryParameterIsMovedOnce) {
  const std::set<std::string> expected = {
      "everything{count=5,layout=packed,levels=7,open=false,width=2}",
      "everything{count=8,layout=packed,levels=7,open=false,width=2}",
      "everything{count=1,layout=packed,levels=7,open=false,width=2}",
      "everything{count=5,layout=packed,levels=8,open=false,width=2}",
      "everything{count=5,layout=packed,levels=7,open=false,width=2.5}",
      "everything{count=5,layout=packed,levels=7,open=true,width=2}",
      "everything{count=5,layout=full,levels=7,open=false,width=2}"};

  EXPECT_EQ(keys({}), expected);
}

TEST_F(Configs, GivenValuesStay) {
  VerifyOptions options;
  options.parameters = {
      {"count", std::int64_t{64}}, {"width", 1.0}, {"open", true}, {"levels", std::int64_t{9}}};

  EXPECT_EQ(keys(options),
            (std::set<std::string>{"everything{count=64,layout=packed,levels=9,open=true,width=1}",
                                   "everything{count=64,layout=full,levels=9,open=true,width=1}"}));
}

TEST_F(Configs, ValuesThatDoNotGoTogetherAreLeftOutWhenTheRefusalNamesThem) {
  VerifyOptions options;
  options.parameters = {{"width", 3.0}};

  const std::set<std::string> found = keys(options);

  EXPECT_FALSE(found.contains("everything{count=5,layout=full,levels=7,open=false,width=3}"));
  EXPECT_FALSE(ledger_.has_failed("parameters: combinations"));
}

TEST_F(Configs, AWordThatNeedsAListGetsOne) {
  const std::set<std::string> expected = {
      "shifted{numbers=[],others=[],shift=none}",
      "shifted{numbers=[0.25, 0.25, 0, -0.25],others=[],shift=given}"};

  const std::set<std::string> found = keys({}, "shifted");

  EXPECT_EQ(found, expected);
  EXPECT_FALSE(ledger_.has_failed("parameters: combinations"));
}

TEST_F(Configs, AWordThatNeedsAMethodGetsTheFirst) {
  const std::set<std::string> found = keys({}, "completed");

  EXPECT_TRUE(found.contains("completed{map=none,rest=none}"));
  EXPECT_TRUE(found.contains("completed{map=completed{map=none,rest=none},rest=mapped}"));
  EXPECT_TRUE(found.contains("completed{map=shifted{numbers=[],others=[],shift=none},rest=none}"));
  EXPECT_FALSE(ledger_.has_failed("parameters: combinations"));
}

TEST_F(Configs, AListThatIsGivenStays) {
  VerifyOptions options;
  options.parameters = {
      {"numbers", std::make_shared<GivenList>(GivenList{std::vector<GivenValue>{0.125}})}};

  const std::set<std::string> found = keys(options, "shifted");

  EXPECT_EQ(found, (std::set<std::string>{"shifted{numbers=[0.125],others=[],shift=none}",
                                          "shifted{numbers=[0.125],others=[],shift=given}"}));
}

TEST_F(Configs, GivenValuesThatAreWrongAreTheUsersFault) {
  VerifyOptions options;
  options.parameters = {{"count", std::int64_t{0}}};

  const std::string message = message_of<InputError>([&] { keys(options); });

  EXPECT_NE(message.find("count is 0, but must be a whole number from 1 to 100"),
            std::string::npos);
}

TEST_F(Configs, TheCommandTriesAConfigAgain) {
  VerifyOptions options;
  options.seed = 3;
  options.trials = 200;
  options.arguments = " --plugins here";

  const auto configs =
      verify_configs(registry_, *registry_.find(Kind::kernel, "everything"), options, ledger_);

  EXPECT_EQ(configs.back().command,
            "kapprox verify kernel:everything --seed 3 --trials 100 --set count=5 --set "
            "layout=full --set levels=7 --plugins here");
}

}  // namespace
}  // namespace kapprox
