# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# The test programs. They use the library compiled once; what their files include is precompiled, and the files are
# compiled eight at a time, so that a test file costs a second or two and not ten.

# Tests of what has one thread tell ThreadSanitizer nothing.
option(PARLEY_ONLY_TESTS_WITH_THREADS "Leave out the test files that start no thread" OFF)
option(PARLEY_TESTS_TOGETHER "Compile the test files eight at a time" ON)

add_library(parley_test_main OBJECT support/main.cpp)
target_link_libraries(parley_test_main PUBLIC Catch2::Catch2 parley::parley_compiled PRIVATE parley_dev)
target_include_directories(parley_test_main PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})

# parley_test_sources(VARIABLE FOLDER...) sets VARIABLE to the test files in the folders.
function(parley_test_sources variable)
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
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# parley_precompile_for(NAME SOURCE...) precompiles every header that the sources include.
function(parley_precompile_for name)
  set(headers "#include \"support/catch.hpp\"")
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} included REGEX "^#include ")
    list(APPEND headers ${included})
  endforeach()
  list(REMOVE_DUPLICATES headers)
  list(JOIN headers "\n" headers)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
  file(CONFIGURE OUTPUT ${name}.hpp CONTENT "${headers}\n" @ONLY)
  parley_precompile(${name} ${CMAKE_CURRENT_BINARY_DIR}/${name}.hpp)
  target_link_libraries(${name} PRIVATE Catch2::Catch2)
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
endfunction()

# parley_add_tests(NAME HEADERS SOURCE...) builds one program. A test case becomes a test of ctest; its name must not
# contain a semicolon. Files that are compiled together are each in a namespace of their own; one that specialises a
# template of the library has to stand alone.
function(parley_add_tests name headers)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE parley_test_main parley_dev)
  target_precompile_headers(${name} REUSE_FROM ${headers})
  if(PARLEY_TESTS_TOGETHER)
    set_target_properties(${name} PROPERTIES
      UNITY_BUILD ON
      UNITY_BUILD_UNIQUE_ID PARLEY_TEST_FILE
      UNITY_BUILD_CODE_BEFORE_INCLUDE "namespace PARLEY_TEST_FILE {"
      UNITY_BUILD_CODE_AFTER_INCLUDE "}")
    # What g++ says of unnamed namespaces is about those in headers.
    target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    foreach(source IN LISTS ARGN)
      file(STRINGS ${source} specialised REGEX "^struct parley::" LIMIT_COUNT 1)
      if(specialised)
        set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      endif()
    endforeach()
  endif()
  catch_discover_tests(${name} PROPERTIES LABELS ${name} TIMEOUT 60)
endfunction()

parley_test_sources(base core json protocol wire)
parley_test_sources(engine state server crypto testing)
parley_test_sources(edge asio)
parley_precompile_for(parley_test_headers ${base} ${engine})
parley_precompile_for(parley_edge_test_headers ${edge})
parley_add_tests(base_tests parley_test_headers ${base})
parley_add_tests(engine_tests parley_test_headers ${engine})
parley_add_tests(edge_tests parley_edge_test_headers ${edge})

# Without SQLite its tests are skipped, under PARLEY_CI they fail.
if(SQLite3_FOUND)
  parley_test_sources(sqlite sqlite)
  parley_precompile_for(parley_sqlite_test_headers ${sqlite})
  target_link_libraries(parley_sqlite_test_headers PRIVATE parley::sqlite)
  parley_add_tests(sqlite_tests parley_sqlite_test_headers ${sqlite})
  target_link_libraries(sqlite_tests PRIVATE parley::sqlite)
else()
  add_custom_target(sqlite_tests)  # named by the presets
  add_test(NAME sqlite_tests
    COMMAND sh -c "echo 'there is no SQLite 3.37 (libsqlite3-dev)'; test -z \"\$PARLEY_CI\" && exit 77")
  set_tests_properties(sqlite_tests PROPERTIES LABELS sqlite_tests SKIP_RETURN_CODE 77)
endif()
