// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// What a plugin includes, and its entry. KAPPROX_PLUGIN defines two C symbols: a
// constant-initialised header, which the host reads from the file and compares before it loads the
// library, and the enrol function. A plugin keeps no globals and no static constructors (loading a
// library runs them before anybody can catch what they throw), has its classes in an unnamed
// namespace, and is never unloaded.
//
//   KAPPROX_PLUGIN("performer", "1.0", registry) {
//     registry.add<Positive>("positive", "positive random features", "Choromanski et al., …");
//   }
#pragma once

#include <kapprox/attention_method.hpp>
#include <kapprox/block_scorer.hpp>
#include <kapprox/directions.hpp>
#include <kapprox/error.hpp>
#include <kapprox/exact_attention.hpp>
#include <kapprox/feature_map.hpp>
#include <kapprox/fitted_map.hpp>
#include <kapprox/linear_algebra.hpp>
#include <kapprox/linear_state.hpp>
#include <kapprox/log_factorials.hpp>
#include <kapprox/parallel.hpp>
#include <kapprox/polynomial_map.hpp>
#include <kapprox/random_feature_map.hpp>
#include <kapprox/registry.hpp>
#include <kapprox/rows.hpp>
#include <kapprox/softmax_method.hpp>
#include <kapprox/vector_math.hpp>
#include <kapprox/visible_keys.hpp>
#include <kapprox/weighted_rows.hpp>

#include <cstdint>

namespace kapprox {

// Raised with every change of a public header that old plugins cannot survive.
inline constexpr std::uint32_t plugin_api_number = 6;

}  // namespace kapprox

extern "C" {

// Plain C, fixed layout: the first four members never change their place.
struct kapprox_plugin_header {
  char magic[8];              // "kapprox"
  std::uint32_t header_size;  // sizeof(kapprox_plugin_header)
  std::uint32_t api_number;
  std::uint32_t registry_size;  // sizeof(kapprox::Registry): catches another standard library
  std::uint32_t method_size;    // sizeof(kapprox::RandomFeatureMap)
  const char* compiler;         // __VERSION__, for provenance
  std::uint32_t cxx_abi;        // __GXX_ABI_VERSION
  std::uint32_t string_abi;     // _GLIBCXX_USE_CXX11_ABI
  const char* name;
  const char* version;
};
}

// Clang's address sanitizer lengthens what it guards, and the length of the header is checked.
#if defined(__clang__)
#define KAPPROX_UNGUARDED __attribute__((no_sanitize("address")))
#else
#define KAPPROX_UNGUARDED
#endif

// NOLINTBEGIN(bugprone-macro-parentheses): the name of a parameter cannot stand in parentheses
#define KAPPROX_PLUGIN(plugin_name, plugin_version, registry)                                  \
  extern "C" {                                                                                 \
  __attribute__((visibility("default"))) extern const kapprox_plugin_header kapprox_plugin;    \
  __attribute__((visibility("default"))) extern void kapprox_plugin_enrol(kapprox::Registry&); \
  KAPPROX_UNGUARDED const kapprox_plugin_header kapprox_plugin = {                             \
      "kapprox",                                                                               \
      sizeof(kapprox_plugin_header),                                                           \
      kapprox::plugin_api_number,                                                              \
      sizeof(kapprox::Registry),                                                               \
      sizeof(kapprox::RandomFeatureMap),                                                       \
      __VERSION__,                                                                             \
      __GXX_ABI_VERSION,                                                                       \
      _GLIBCXX_USE_CXX11_ABI,                                                                  \
      plugin_name,                                                                             \
      plugin_version};                                                                         \
  }                                                                                            \
  void kapprox_plugin_enrol([[maybe_unused]] kapprox::Registry& registry)
// NOLINTEND(bugprone-macro-parentheses)
