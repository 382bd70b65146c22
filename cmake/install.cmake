# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0

# The SDK: libkapprox.so, its public headers, kapprox_add_plugin() and a package file for
# find_package(kapprox).
include(CMakePackageConfigHelpers)

install(TARGETS kapprox EXPORT kapprox_targets LIBRARY DESTINATION lib)
install(TARGETS kapprox_program RUNTIME DESTINATION bin)
install(DIRECTORY core/include/kapprox DESTINATION include)
install(EXPORT kapprox_targets NAMESPACE kapprox:: DESTINATION lib/cmake/kapprox)

file(WRITE ${PROJECT_BINARY_DIR}/kapproxConfig.cmake
     "include(\"\${CMAKE_CURRENT_LIST_DIR}/kapprox_targets.cmake\")\n"
     "include(\"\${CMAKE_CURRENT_LIST_DIR}/kapprox_add_plugin.cmake\")\n")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kapproxConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kapproxConfig.cmake
              ${PROJECT_BINARY_DIR}/kapproxConfigVersion.cmake cmake/kapprox_add_plugin.cmake
        DESTINATION lib/cmake/kapprox)
