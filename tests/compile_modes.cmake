# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# What must compile, and what must not.

# The default mode: two translation units that include everything make one program.
add_executable(header_only header_only/one.cpp header_only/two.cpp)
target_link_libraries(header_only PRIVATE parley::parley parley_dev)
add_test(NAME compile.header_only COMMAND header_only)
set_tests_properties(compile.header_only PROPERTIES LABELS unit)

# Programs that must not compile, and the sentence that they must be refused with, on both compilers.
find_program(PARLEY_CLANG clang++-14)
set(compilers ${CMAKE_CXX_COMPILER})
if(PARLEY_CLANG)
  list(APPEND compilers ${PARLEY_CLANG})
endif()
list(REMOVE_DUPLICATES compilers)

file(GLOB sources CONFIGURE_DEPENDS compile_fail/*.cpp)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  foreach(compiler IN LISTS compilers)
    cmake_path(GET compiler FILENAME compiler_name)
    set(test compile_fail.${name}.${compiler_name})
    add_test(NAME ${test}
      COMMAND ${CMAKE_COMMAND} -D SOURCE=${source} -D COMPILER=${compiler}
        "-D INCLUDES=$<TARGET_PROPERTY:parley_compiled,INCLUDE_DIRECTORIES>"
        -P ${CMAKE_CURRENT_SOURCE_DIR}/checks/compile_fail.cmake)
    set_tests_properties(${test} PROPERTIES LABELS compile_fail TIMEOUT 120)
  endforeach()
endforeach()
