# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0

# kapprox_add_plugin(NAME SOURCES file.cpp…): one plugin library NAME.so, in tree and out of tree
# alike. It sees the public headers only. In tree it lands in lib/kapprox/plugins of the build and of
# the installation; out of tree in the caller's build folder, optimised unless a build type is chosen.
function(kapprox_add_plugin name)
  cmake_parse_arguments(PLUGIN "" "" "SOURCES" ${ARGN})
  if(NOT PLUGIN_SOURCES OR PLUGIN_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kapprox_add_plugin(${name}): the arguments are '${ARGN}', but must be "
                        "SOURCES and at least one file")
  endif()
  add_library(${name} MODULE ${PLUGIN_SOURCES})
  target_compile_features(${name} PRIVATE cxx_std_20)
  # No contraction of a*b+c: the same bits from every compiler.
  target_compile_options(${name} PRIVATE -ffp-contract=off $<$<CONFIG:>:-O2>)
  target_link_libraries(${name} PRIVATE kapprox::kapprox)
  set_target_properties(${name} PROPERTIES PREFIX "")
  if(KAPPROX_PLUGIN_OUTPUT_DIRECTORY)
    set_target_properties(${name} PROPERTIES
                          LIBRARY_OUTPUT_DIRECTORY ${KAPPROX_PLUGIN_OUTPUT_DIRECTORY})
  endif()
  if(KAPPROX_PLUGIN_INSTALL_DIRECTORY)
    install(TARGETS ${name} LIBRARY DESTINATION ${KAPPROX_PLUGIN_INSTALL_DIRECTORY})
  endif()
endfunction()
