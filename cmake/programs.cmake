# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# What the programs of this repository are built with. None of it reaches those who use the library.

# The warnings under which parley stays silent.
add_library(parley_dev INTERFACE)
target_compile_options(parley_dev INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror)
target_link_libraries(parley_compiled PRIVATE parley_dev)
# For the sanitizers: what the tests and servers run is optimised a little, and they themselves, which are built once and
# run once, are not.
set(PARLEY_COMPILED_FLAGS "" CACHE STRING "Compiler options of the library that is compiled once, and of nothing else")
target_compile_options(parley_compiled PRIVATE ${PARLEY_COMPILED_FLAGS})

# Every header compiles alone: the target all_verify_interface_header_sets.
set(parley_verified parley_engine parley_parley)
if(SQLite3_FOUND)
  list(APPEND parley_verified parley_sqlite)
endif()
set_target_properties(${parley_verified} PROPERTIES
  VERIFY_INTERFACE_HEADER_SETS ON
  INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)

# A compiler cache, where there is one. The two settings are what ccache asks for to cache uses of precompiled headers.
find_program(PARLEY_CCACHE ccache)
if(PARLEY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${PARLEY_CCACHE})
  set_target_properties(parley_compiled PROPERTIES CXX_COMPILER_LAUNCHER "${CMAKE_CXX_COMPILER_LAUNCHER}")
  target_compile_options(parley_dev INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
    "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# parley_precompile(NAME HEADER...) precompiles headers, for programs to reuse from NAME.
function(parley_precompile name)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
  target_link_libraries(${name} PRIVATE parley::parley_compiled parley_dev)
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()

# Programs include everything; what that is, is compiled once.
parley_precompile(parley_program_headers <parley/parley.hpp>)

# parley_add_program(NAME SOURCES...) builds <build>/bin/NAME from sources beside the CMakeLists.txt that calls it.
function(parley_add_program name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE parley::parley_compiled parley_dev)
  target_precompile_headers(${name} REUSE_FROM parley_program_headers)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endfunction()
