// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Declarations keep what an author writes, say it in words for `kapprox info`, and Parameters give
// only what was declared.
#include <kapprox/parameters.hpp>

#include "message_of.hpp"
#include "methods/parameters_text.hpp"
#include "methods/toy_methods.hpp"

#include <kapprox/error.hpp>

#include <gtest/gtest.h>

namespace kapprox {
namespace {

TEST(Declarations, AreSaidInTheWordsOfInfo) {
  Declarations d;
  toys::Tree::declare(d);

  std::string said;
  for (const Declaration& declaration : d.all())
    said += declaration.name + ": " + allowed_text(declaration) + " [" + default_text(declaration) +
            "]\n";

  EXPECT_EQ(said,
            "m: a whole number from 1 to 2147483647 []\n"
            "directions: a directions method [plain]\n"
            "width: a number of at least 0 [0.5]\n"
            "antithetic: true or false [false]\n"
            "layout: symmetric or full [symmetric]\n");
}

TEST(Declarations, DefaultsKeepTheirType) {
  Declarations d;

  d.integer("whole", "h").otherwise(2);
  d.real("real", "h").otherwise(2.0);
  d.boolean("truth", "h").otherwise(true);
  d.method(Kind::directions, "word", "h").otherwise("iid");
  d.method(Kind::directions, "open", "h").otherwise("none");

  EXPECT_EQ(d.find("whole")->fallback, Declaration::Default(std::int64_t{2}));
  EXPECT_EQ(d.find("real")->fallback, Declaration::Default(2.0));
  EXPECT_EQ(d.find("truth")->fallback, Declaration::Default(true));
  EXPECT_EQ(d.find("word")->fallback, Declaration::Default(std::string("iid")));
  EXPECT_EQ(allowed_text(*d.find("word")), "a directions method");
  EXPECT_EQ(allowed_text(*d.find("open")), "a directions method or none");
  EXPECT_EQ(d.find("none"), nullptr);
}

TEST(Parameters, GiveOnlyWhatWasDeclaredWithItsType) {
  Parameters parameters;
  parameters.set("m", std::int64_t{3});
  const auto plain = std::make_shared<const toys::Plain>();
  parameters.set("directions", plain);

  EXPECT_EQ(parameters.integer("m"), 3);
  EXPECT_EQ(parameters.method<toys::Plain>("directions"), plain);
  EXPECT_EQ(parameters.method<toys::Rounds>("directions"), nullptr);
  EXPECT_EQ(message_of<Error>([&] { parameters.real("m"); }),
            "Parameters: m is read as a real number, but must be read as the type it was declared "
            "with; change one of the two.");
  EXPECT_EQ(message_of<Error>([&] { parameters.integer("n"); }),
            "Parameters: n is not among the declared parameters, but must be; declare it.");
}

}  // namespace
}  // namespace kapprox
