# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0

# kapprox_add_plugin(NAME SOURCES file.cpp…): one plugin library, in tree and out of tree alike. It sees
# core/include/kapprox/ only. In tree it lands in lib/kapprox/plugins of the build and of the
# installation; out of tree in the caller's build folder.
function(kapprox_add_plugin name)
  cmake_parse_arguments(PLUGIN "" "" "SOURCES" ${ARGN})
  add_library(${name} MODULE ${PLUGIN_SOURCES})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_compile_options(${name} PRIVATE -ffp-contract=off)
  target_link_libraries(${name} PRIVATE kapprox::kapprox)
  set_target_properties(${name} PROPERTIES PREFIX "")
  if(KAPPROX_PLUGIN_OUTPUT_DIRECTORY)
    set_target_properties(${name} PROPERTIES
                          LIBRARY_OUTPUT_DIRECTORY ${KAPPROX_PLUGIN_OUTPUT_DIRECTORY})
    install(TARGETS ${name} LIBRARY DESTINATION lib/kapprox/plugins)
  endif()
endfunction()
