# SPDX-FileCopyrightText: 2026 The parley authors
# SPDX-License-Identifier: BSL-1.0

# cmake -D SOURCE=… -D COMPILER=… -D INCLUDES=… -P compile_fail.cmake
#
# SOURCE begins with one or more lines `// expect: SENTENCE`. COMPILER must refuse it, and must say every SENTENCE.
cmake_minimum_required(VERSION 3.25)

file(STRINGS ${SOURCE} sentences REGEX "^// expect: ")
list(TRANSFORM sentences REPLACE "^// expect: " "")
if(NOT sentences)
  message(FATAL_ERROR "${SOURCE} does not say what to expect")
endif()

list(REMOVE_DUPLICATES INCLUDES)
list(TRANSFORM INCLUDES PREPEND -I)
execute_process(
  COMMAND ${COMPILER} -std=c++20 -fsyntax-only -DPARLEY_SEPARATE_COMPILATION ${INCLUDES} ${SOURCE}
  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)

if(code EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles")
endif()
foreach(sentence IN LISTS sentences)
  string(FIND "${output}" "${sentence}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "expected: ${sentence}\nthe compiler said:\n${output}")
  endif()
endforeach()
