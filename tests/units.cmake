# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# The test programs. They use the library compiled once, so that a test file costs a second and not ten.

# Tests of what has one thread tell ThreadSanitizer nothing.
option(PARLEY_ONLY_TESTS_WITH_THREADS "Leave out the test files that start no thread" OFF)

add_library(parley_test_main OBJECT support/main.cpp)
target_link_libraries(parley_test_main PUBLIC Catch2::Catch2 parley::parley_compiled PRIVATE parley_dev)
target_include_directories(parley_test_main PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})

add_library(parley_test_headers OBJECT support/precompiled.cpp)
target_link_libraries(parley_test_headers PRIVATE Catch2::Catch2 parley::parley_compiled parley_dev)
target_include_directories(parley_test_headers PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_precompile_headers(parley_test_headers PRIVATE <nlohmann/json.hpp> support/catch.hpp)

# parley_add_tests(NAME FOLDER...) builds one program from all the sources in the folders. A test case becomes a test
# of ctest; its name must not contain a semicolon.
function(parley_add_tests name)
  list(TRANSFORM ARGN APPEND /*.cpp OUTPUT_VARIABLE patterns)
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  if(PARLEY_ONLY_TESTS_WITH_THREADS)
    foreach(source IN LISTS sources)
      file(STRINGS ${source} threads REGEX "std::thread|std::jthread|io_context" LIMIT_COUNT 1)
      if(NOT threads AND NOT source MATCHES "/asio/")
        list(REMOVE_ITEM sources ${source})
      endif()
    endforeach()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE parley_test_main parley_dev)
  target_precompile_headers(${name} REUSE_FROM parley_test_headers)
  catch_discover_tests(${name} PROPERTIES LABELS ${name} TIMEOUT 60)
endfunction()

parley_add_tests(base_tests core json protocol wire)
parley_add_tests(engine_tests state server crypto testing)
parley_add_tests(edge_tests asio)
