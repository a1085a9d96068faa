# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# Programs that must not compile, and the sentence that they must be refused with; under PARLEY_CI on both compilers.
set(compilers ${CMAKE_CXX_COMPILER})
if(DEFINED ENV{PARLEY_CI})
  find_program(PARLEY_CLANG clang++-14 REQUIRED)
  list(APPEND compilers ${PARLEY_CLANG})
  list(REMOVE_DUPLICATES compilers)
endif()

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
