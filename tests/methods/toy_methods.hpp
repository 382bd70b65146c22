// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Methods that only keep what they were built with, for tests of parameters, registry and building.
#pragma once

#include "methods/build.hpp"

#include <kapprox/error.hpp>
#include <kapprox/registry.hpp>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kapprox::toys {

// A method of kind K; its parameters are declared by the class that derives from it.
template <Kind K>
struct Toy : Method {
  static constexpr Kind kind = K;
  static void declare(Declarations&) {}
};

struct Plain : Toy<Kind::directions> {};

struct Rounds : Toy<Kind::directions> {
  static void declare(Declarations& d) { d.integer("rounds", "how many").at_least(1).otherwise(3); }
  explicit Rounds(const Parameters& p) : rounds(p.integer("rounds")) {}
  std::int64_t rounds;
};

// One parameter of each type, `m` without a default.
struct Tree : Toy<Kind::kernel> {
  static void declare(Declarations& d) {
    d.integer("m", "number of random directions").at_least(1).at_most(2147483647);
    d.method(Kind::directions, "directions", "law of the directions").otherwise("plain");
    d.real("width", "width of the weight").at_least(0).otherwise(0.5);
    d.boolean("antithetic", "draw pairs of opposite sign").otherwise(false);
    d.choice("layout", "once or all", {"symmetric", "full"});
  }
  explicit Tree(const Parameters& p)
      : m(p.integer("m")),
        width(p.real("width")),
        antithetic(p.boolean("antithetic")),
        layout(p.choice("layout")),
        rounds(p.method<Rounds>("directions")) {}
  std::int64_t m;
  double width;
  bool antithetic;
  std::string layout;
  std::shared_ptr<const Rounds> rounds;  // null unless directions is rounds
};

// Hands m and directions down to its base, and has both kinds of list.
struct Outer : Toy<Kind::kernel> {
  static void declare(Declarations& d) {
    d.integer("m", "number of random directions").at_least(1).at_most(100);
    d.method(Kind::directions, "directions", "law of the directions").otherwise("plain");
    d.method(Kind::kernel, "base", "what it is made of")
        .handing_down({"m", "directions"})
        .otherwise("tree");
    d.reals("weights", "share of each")
        .above(0)
        .at_most(1)
        .otherwise(std::vector<double>{0.5, 0.5});
  }
  explicit Outer(const Parameters& p) : base(p.method<Tree>("base")), weights(p.reals("weights")) {}
  std::shared_ptr<const Tree> base;
  std::vector<double> weights;
};

// Does without its base.
struct Free : Toy<Kind::kernel> {
  static void declare(Declarations& d) {
    d.method(Kind::kernel, "base", "what it is made of").otherwise("none");
  }
  explicit Free(const Parameters& p) : base(p.method<Tree>("base")) {}
  std::shared_ptr<const Tree> base;
};

struct Sum : Toy<Kind::kernel> {
  static void declare(Declarations& d) { d.methods(Kind::kernel, "bases", "what is summed"); }
  explicit Sum(const Parameters& p) : bases(p.methods<Tree>("bases")) {}
  std::vector<std::shared_ptr<const Tree>> bases;
};

// Refuses what it is given.
struct Picky : Toy<Kind::kernel> {
  static void declare(Declarations& d) {
    d.method(Kind::kernel, "base", "what it is made of").otherwise("bare");
  }
  explicit Picky(const Parameters&) {
    throw InputError("picky: base is too plain, but must not be; choose another.");
  }
};

struct Bare : Toy<Kind::kernel> {};

// Its constructor throws: a std::exception when asked to be polite, a number otherwise.
struct Thrower : Toy<Kind::kernel> {
  static void declare(Declarations& d) { d.boolean("polite", "what to throw").otherwise(true); }
  explicit Thrower(const Parameters& p) {
    if (p.boolean("polite")) throw std::runtime_error("the table of primes is missing");
    throw 7;
  }
};

inline Registry registry() {
  Registry registry;
  registry.enrol_plugin("toys", [](Registry& r) {
    r.add<Plain>("plain", "nothing to say", "nobody");
    r.add<Rounds>("rounds", "keeps its rounds", "nobody");
    r.add<Tree>("tree", "one parameter of each type", "nobody");
    r.add<Outer>("outer", "hands down", "nobody");
    r.add<Free>("free", "may do without", "nobody");
    r.add<Sum>("sum", "a list of methods", "nobody");
    r.add<Picky>("picky", "refuses its base", "nobody");
    r.add<Bare>("bare", "no parameters", "nobody");
    r.add<Thrower>("thrower", "cannot be built", "nobody");
  });
  return registry;
}

// "study.toml:3: methods.toy" opens every message.
inline BuiltMethod build(const Registry& registry, const MethodSpec& spec) {
  return build_method(registry, Kind::kernel, spec, "study.toml:3: methods.toy");
}

}  // namespace kapprox::toys
