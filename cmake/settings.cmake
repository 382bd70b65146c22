# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0

# What every target of this build shares: language, warnings, reproducible floating point, layout.
# The build tree has the layout of an installed one: bin, lib, lib/kapprox/plugins.
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(KAPPROX_PLUGIN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/kapprox/plugins)
set(KAPPROX_PLUGIN_INSTALL_DIRECTORY lib/kapprox/plugins)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib;$ORIGIN/../${CMAKE_INSTALL_LIBDIR};$ORIGIN/../..")

# No contraction of a*b+c: the same bits from g++ and clang++, -O0 and -O3. Never -ffast-math.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -ffp-contract=off)

if(KAPPROX_SANITIZE)
  add_compile_options(-fsanitize=${KAPPROX_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${KAPPROX_SANITIZE})
endif()

# Reading headers is a third of the work of a sanitizer tree, which reads these once per target. Other
# trees do not, so that every file is known to include what it uses.
function(kapprox_share_headers target)
  if(KAPPROX_SANITIZE)
    target_precompile_headers(${target} PRIVATE <fmt/format.h> <kapprox/plugin.hpp> <algorithm> <cmath>
                              <filesystem> <functional> <map> <memory> <string> <vector> ${ARGN})
  endif()
endfunction()
