# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# The library as its users take it in. The package is installed, its prefix is moved, and programs are built against
# where it is now.

set(work ${CMAKE_CURRENT_BINARY_DIR}/consumers)
set(prefix ${work}/moved)

add_test(NAME consumer.install
  COMMAND ${CMAKE_COMMAND} -D BUILD=${PROJECT_BINARY_DIR} -D FIRST=${work}/first -D MOVED=${prefix}
    -P ${CMAKE_CURRENT_SOURCE_DIR}/consumers/install.cmake)
set_tests_properties(consumer.install PROPERTIES LABELS consumer FIXTURES_SETUP moved_prefix)

set(consumers find_package engine compiled_once add_subdirectory)
if(SQLite3_FOUND)  # tests/units.cmake says so where it is missing
  list(APPEND consumers sqlite)
endif()
foreach(consumer IN LISTS consumers)
  add_test(NAME consumer.${consumer}
    COMMAND ${CMAKE_CTEST_COMMAND}
      --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/consumers/${consumer} ${work}/${consumer}
      --build-generator ${CMAKE_GENERATOR}
      --build-options
        -D CMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
        -D CMAKE_PREFIX_PATH=${prefix}
        -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
        -D parley_sources=${PROJECT_SOURCE_DIR}
      --test-command consumer)
  set_tests_properties(consumer.${consumer} PROPERTIES LABELS consumer FIXTURES_REQUIRED moved_prefix)
endforeach()

find_program(PARLEY_PKG_CONFIG pkg-config REQUIRED)
add_test(NAME consumer.pkg_config
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/consumers/pkg_config/build.sh ${CMAKE_CXX_COMPILER} ${prefix} ${work}/by_pkg_config)
set_tests_properties(consumer.pkg_config PROPERTIES LABELS consumer FIXTURES_REQUIRED moved_prefix)
